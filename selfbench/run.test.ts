import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(os.tmpdir(), 'selfbench-test-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command as a user starts it; temporary files, and so the lock, are in a folder of its own. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, TMPDIR: directory, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', data => (said.stdout += data))
  child.stderr.on('data', data => (said.stderr += data))
  const ended = new Promise<Ended>(resolve => child.once('close', code => resolve({ code, ...said })))
  return { child, ended }
}

const out = () => join(directory, 'out')
const QUICKEST = ['--tools', 'mitata', '--seconds', '0.4', '--figures', 'aa', '--cases', 'spin']
const linesOf = (type: string) =>
  readFileSync(join(out(), 'trials.jsonl'), 'utf8')
    .split('\n')
    .filter(line => line.includes(`"type":"${type}"`))

test('a run is written line by line, goes on where it stopped, and is reported from the file alone', async () => {
  const args = [...QUICKEST, '--seed', '3', '--out', out()]
  const first = await start(...args, '--trials', '1').ended
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stderr, /\b1 trial of 0\.4 s/)
  assert.match(first.stdout, /\| mitata \(node\) \| 1 \|/)
  assert.equal(linesOf('trial').length, 1)

  const again = await start(...args, '--trials', '1').ended
  assert.equal(again.code, 2)
  assert.match(again.stderr, /--resume/)

  const otherSeed = await start(...QUICKEST, '--seed', '4', '--out', out(), '--resume').ended
  assert.equal(otherSeed.code, 2)
  assert.match(otherSeed.stderr, /--seed 3 --seconds 0\.4/)

  appendFileSync(join(out(), 'trials.jsonl'), '{"type":"trial","cut off')
  const more = await start(...args, '--trials', '2', '--resume').ended
  assert.equal(more.code, 0, more.stderr)
  assert.match(more.stderr, /already there: 1\./)
  assert.equal(linesOf('trial').length, 2)
  assert.equal(linesOf('header').length, 2)

  const markdown = readFileSync(join(out(), 'selfbench.md'), 'utf8')
  const report = await start('report', '--out', out()).ended
  assert.deepEqual([report.code, report.stdout], [0, markdown])
})

test('an interrupted run keeps what is finished and leaves nothing running', async () => {
  const { child, ended } = start(...QUICKEST, '--trials', '50', '--seed', '1', '--out', out())
  const begun = new Promise<void>(resolve => {
    child.stderr.on('data', data => String(data).includes('1 of 50') && resolve())
  })
  await Promise.race([begun, ended.then(({ stderr }) => assert.fail(stderr))])
  child.kill('SIGINT')
  const { code, stderr } = await ended
  assert.equal(code, 130, stderr)
  assert.match(stderr, /--resume/)
  assert.ok(linesOf('trial').length >= 1)
  assert.deepEqual(
    readdirSync(directory).filter(name => name !== 'out'),
    [],
  )
})

test('a dry run shows its trials and leaves nothing behind', async () => {
  const { code, stderr } = await start(...QUICKEST, '--trials', '2', '--out', out(), '--dry-run').ended
  assert.equal(code, 0, stderr)
  assert.match(stderr, /^2 trials of 0\.4 s/m)
  assert.deepEqual(readdirSync(directory), [])
})

test('wrong use is one sentence and exit code 2', async () => {
  for (const [args, wanted] of [
    [['--tools', 'mitatta'], /There is no 'mitatta'/],
    [['--factors', '1.015'], /1\.01, 1\.02, 1\.05/],
    [['--trials', '0'], /Give 1 or more/],
    [['report', '--out', join(directory, 'nowhere')], /there are no trials/],
  ] as const) {
    const { code, stderr } = await start(...args).ended
    assert.equal(code, 2, stderr)
    assert.match(stderr, wanted)
  }
})
