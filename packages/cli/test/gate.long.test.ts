// Catches a gate that gives verdicts after an interruption, or fails without confirming in fresh launches.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readRecord } from '@steelyard/record'
import { Bench, ended } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

const FILE = fileURLToPath(new URL('fixtures/gated/gated.mjs', import.meta.url))

test('a gate that is interrupted judges nothing; resumed, it confirms what is slower in fresh launches, and fails for that alone', async () => {
  const out = join(bench.directory, 'interrupted')
  const json = join(bench.directory, 'gate.json')
  const markdown = join(bench.directory, 'gate.md')
  const begunStages = () => new Set(bench.measured().map(([plan]) => plan)).size
  const begin = () => {
    for (const name of [out, json, markdown]) rmSync(name, { recursive: true, force: true })
    const child = bench.start([
      ...['gate', FILE, '--base', 'node', '--head', 'SLOW=1 node', '--time', '60', '--out', out],
      // The screening ends after five launches, which take a busy machine longer.
      ...['--precision', '50'],
      ...['--seed', '1', '--json', json, '--markdown', markdown],
    ])
    return { child, end: ended(child), before: begunStages() }
  }
  let { child, end, before } = begin()
  while (begunStages() < before + 2) {
    await sleep(100)
    // On a busy machine the screening may suspect nothing, so that no confirmation follows.
    if (child.exitCode === null) continue
    assert.equal(child.exitCode, 0, (await end).stderr)
    ;({ child, end, before } = begin())
  }
  child.kill('SIGINT')
  const { code, stdout, stderr } = await end
  assert.equal(code, 130, stderr)
  assert.match(stderr, /Interrupted: no case is judged\./)
  assert.equal(stdout, '')
  assert.ok(!existsSync(json) && !existsSync(markdown))
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

  const reported = await bench.run('resume', '--report')
  assert.equal(reported.code, 0, reported.stderr)
  assert.match(reported.stderr, /no case is judged\./)
  assert.equal(readdirSync(out).length, records.length, 'each takes the place of what was kept of it')

  const resumed = await bench.run('resume')
  assert.equal(resumed.code, 1, resumed.stderr)
  assert.match(resumed.stderr, /Resuming .*: \d+ measurements done\./)
  const { cases, ...stages } = JSON.parse(readFileSync(json, 'utf8'))
  const found = cases.map((one: { case: string; confirmation: { verdict: string } | null }) => [
    one.case,
    one.confirmation?.verdict === 'slower',
  ])
  assert.deepEqual(found, [
    ['alike', false],
    ['slower', true],
  ])
  assert.notEqual(stages.screening, stages.confirmation)
  assert.equal(readdirSync(out).length, 2)
  assert.deepEqual(
    records.map(({ id }) => id),
    [stages.screening, stages.confirmation].slice(0, records.length),
  )
  assert.match(readFileSync(markdown, 'utf8'), /\*\*1 case is slower\.\*\*/)
})
