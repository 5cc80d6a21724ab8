import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { runners } from '@steelyard/runners'
import { newBench } from './bench-process.ts'
import { FOUR, linux, reachedBy } from './burglar.ts'

test(
  'a confined suite reaches nothing of the machine on any runtime, and the record says so',
  linux,
  async t => {
    const { reached, warnings } = await reachedBy(newBench(t), [], '--confine', ...FOUR)
    assert.deepEqual(reached, { node: '', deno: '', bun: '', workerd: '' })
    assert.deepEqual(
      warnings.filter(({ code }) => code === 'confined'),
      [{ code: 'confined', suitesWithNetwork: '' }],
    )
  },
)

test('without confinement a suite has all but the environment of the host', linux, async t => {
  const { reached, warnings } = await reachedBy(newBench(t), [], ...FOUR)
  const all = 'files,writing,programs,host,processes,network'
  assert.deepEqual(reached, { node: all, deno: all, bun: all, workerd: '' })
  assert.ok(!warnings.some(({ code }) => code === 'confined'))
})

test('rerun does not confine the record of a profile', async t => {
  const record = {
    ...sampleRecord(),
    command: ['json-reviver', '--runtime', 'node', '--runtime', 'bun', '--profile'],
  }
  const bench = newBench(t)
  writeFileSync(join(bench.directory, 'run.json'), JSON.stringify(record))
  const { code, stderr } = await bench.runShared('rerun', 'run.json', '--confine')
  assert.deepEqual([code, /keeps profilers away/.test(stderr)], [2, true], stderr)
})

for (const [what, words] of [
  ['--profile', ['trig', '--profile']],
  ['another timer', ['trig', '--timer', 'mitata']],
  ['servers', ['http-hello']],
] as const) {
  test(`--confine refuses ${what}`, async t => {
    const { code, stderr } = await newBench(t).runShared(...words, '--confine')
    assert.equal(code, 2)
    assert.match(stderr, /confine/)
  })
}

test('a confined worker has no network, which workerd would give it', () => {
  const pipes = { commands: '/c', replies: '/r' }
  const options = {
    entry: '/e',
    bundle: '/b',
    flags: [],
    environment: {},
    pipes,
    compatibilityDate: '2026-01-01',
  }
  const configOf = (isOffline: boolean) =>
    Object.values(runners.workerd.command({ ...options, isInspected: false, isOffline }).files ?? {}).join()
  assert.match(configOf(true), /name = "internet", network = \(allow = \[\]\)/)
  assert.doesNotMatch(configOf(false), /internet/)
})
