import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { renderReport } from '@steelyard/report'
import { errorText } from '@steelyard/text'
import { bareRun } from '../../measure/src/plan/run-options.ts'
import { run } from '../src/commands/run/run.ts'
import { exitCodeOf } from '../src/process/exit-code.ts'
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

/** When the last launch may begin, ÷ the time of the run: a tenth later, and a quarter where a group has had none. */
const LATEST = 1.35

test('a case that never ends is named, costs only its own rows, and no launch begins long after its time', async t => {
  const { directory } = newBench(t)
  const file = join(directory, 'endless.bench.ts')
  writeFileSync(file, SUITE)
  const { record, lastBeganSeconds } = await timedRun([file], 14)
  const supported = record.results.filter(({ status }) => status !== 'unsupported')
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
  const shown = renderReport(record, { width: 100, color: false })
  assert.match(shown, /never on node@\S+ timed out/)
  const waited = supported.map(({ error }) => Number(/within ([\d.]+) s/.exec(errorText(error))?.[1] ?? 0))
  const sum = waited.reduce((all, one) => all + one, 0)
  assert.ok(sum <= 14, `${waited}`)
  assert.ok(lastBeganSeconds <= LATEST * 14, `the last launch began after ${lastBeganSeconds} s`)
})

test('a time that holds no launch of every group is kept, and what was not measured is named and fails nothing', async () => {
  const { record, lastBeganSeconds } = await timedRun(['json-reviver'], 8)
  assert.ok(lastBeganSeconds <= LATEST * 8, `the last launch began after ${lastBeganSeconds} s`)
  const late = record.results.filter(({ error }) => error?.code === 'not-measured')
  assert.ok(late.length > 0 && late.length < record.results.length)
  assert.match(renderReport(record, { width: 100, color: false }), /not measured: the run, or its --time/)
  assert.equal(exitCodeOf(record, null), 0)
})

/**
 * Runs suites on two targets. Returns how long after their preparation the last launch began: how long it takes itself, on a
 * busy machine, no run can know.
 */
async function timedRun(suites: readonly string[], timeSeconds: number) {
  const selection = { suites, runtimes: ['node', 'bun'], by: 'cases' as const }
  const beganMs: number[] = []
  const begun = () => void beganMs.push(performance.now())
  const options = bareRun({ selection, time: { timeSeconds } })
  const context = { command: [], signal: new AbortController().signal, journal: null }
  const outcome = await run(context, options, { prepared: begun, progress: begun })
  const { record } = outcome ?? assert.fail('nothing was measured')
  return { record, lastBeganSeconds: (Math.max(...beganMs) - Math.min(...beganMs)) / 1000 }
}
