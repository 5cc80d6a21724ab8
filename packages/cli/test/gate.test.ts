import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readRecord } from '@steelyard/record'
import { Bench, ended } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

const FILE = fileURLToPath(new URL('fixtures/gated/gated.mjs', import.meta.url))

test('bench gate confirms what is slower in fresh launches, and fails for that alone', async () => {
  const markdown = join(bench.directory, 'gate.md')
  const { code, stdout, stderr } = await bench.run(
    ...['gate', FILE, '--base', 'node', '--head', 'SLOW=1 node', '--seed', '1', '--time', '8'],
    ...['--json', '-', '--markdown', markdown],
  )
  assert.equal(code, 1, stderr)
  const { cases, screening, confirmation } = JSON.parse(stdout)
  const found = cases.map((one: { case: string; confirmation: { verdict: string } | null }) => [
    one.case,
    one.confirmation?.verdict === 'slower',
  ])
  assert.deepEqual(found, [
    ['alike', false],
    ['slower', true],
  ])
  assert.notEqual(screening, confirmation)
  assert.match(readFileSync(markdown, 'utf8'), /\*\*1 case is slower\.\*\*/)
})

test('a gate that is interrupted keeps what it measured, and judges nothing', async () => {
  const out = join(bench.directory, 'interrupted')
  const json = join(bench.directory, 'interrupted.json')
  const stages = () => new Set(bench.measured().map(([plan]) => plan)).size
  const begin = () => {
    for (const name of [out, json]) rmSync(name, { recursive: true, force: true })
    const child = bench.start([
      ...['gate', FILE, '--base', 'node', '--head', 'SLOW=1 node', '--time', '6', '--out', out],
      ...['--json', json],
    ])
    return { child, end: ended(child), before: stages() }
  }
  let { child, end, before } = begin()
  while (stages() < before + 2) {
    await sleep(20)
    // On a busy machine the screening may suspect nothing, so that no confirmation follows.
    if (child.exitCode !== null) ({ child, end, before } = begin())
  }
  child.kill('SIGINT')
  const { code, stdout, stderr } = await end
  assert.equal(code, 130, stderr)
  assert.match(stderr, /Interrupted: no case is judged\./)
  assert.equal(stdout, '')
  assert.ok(!readdirSync(bench.directory).includes('interrupted.json'))
  const records = await Promise.all(
    readdirSync(out)
      .toSorted()
      .map(name => readRecord(join(out, name))),
  )
  // On a slow machine no launch of the confirmation has ended by then, and it leaves no record.
  const [screening, ...confirmation] = records.map(({ status }) => status)
  assert.equal(screening, 'complete')
  assert.deepEqual(confirmation, confirmation.length === 0 ? [] : ['partial'])
  for (const { comparisons } of records) {
    assert.ok(comparisons.every(({ verdict }) => verdict === null))
  }
})
