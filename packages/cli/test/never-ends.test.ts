import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { newBench } from './bench-process.ts'

const SUITE = `import { suite } from 'steelyard'
export default suite({
  name: 'endless', question: 'Who pays for a case that never ends?', baseline: 'good', verify: () => 1,
  setup: () => ({ calls: 0 }),
  cases: {
    good: () => Math.random(),
    other: () => 1 + Math.random(),
    never: () => { for (;;); },
    // Not in its first calls.
    later: state => { if (state.calls++ > 100) for (;;); },
  },
  unsupported: { later: { bun: 'no time for it' } },
})`

test('a case that never ends is named, costs only its own rows, and hardly any of the time', async t => {
  const bench = newBench(t)
  writeFileSync(join(bench.directory, 'endless.bench.ts'), SUITE)
  const asked = [
    '--runtime',
    'node',
    '--runtime',
    'bun',
    '--by',
    'cases',
    '--time',
    '8',
    '--json',
    'run.json',
    '--no-save',
  ]
  const { code, stdout, stderr } = await bench.run('./endless.bench.ts', ...asked)
  assert.equal(code, 1, stderr)
  const { results, startedAt, finishedAt } = await readRecord(join(bench.directory, 'run.json'))
  const supported = results.filter(({ status }) => status !== 'unsupported')
  for (const { case: caseId, status, error, launches } of supported) {
    const isGood = caseId === 'good' || caseId === 'other'
    assert.equal(status, isGood ? 'ok' : 'timeout', `${caseId} ${errorText(error)}`)
    assert.equal(launches.length > 0, isGood)
    if (!isGood)
      assert.match(
        errorText(error),
        /did not end (setup and its first call|a batch|a lead-in) within [\d.]+ s/,
      )
  }
  assert.match(stdout, /never on node@\S+ timed out/)
  const waited = supported.map(({ error }) => Number(/within ([\d.]+) s/.exec(errorText(error))?.[1] ?? 0))
  const sum = waited.reduce((all, seconds) => all + seconds, 0)
  t.diagnostic(`${waited}; all in ${(Date.parse(finishedAt) - Date.parse(startedAt)) / 1000} s`)
  assert.ok(sum <= 8, `${waited}`)
})
