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

test('a case that never ends is named, costs only its own rows, and the run half of its time more at most', async t => {
  const { directory } = newBench(t)
  const file = join(directory, 'endless.bench.ts')
  writeFileSync(file, SUITE)
  const { record, seconds, slowestSeconds } = await timedRun([file], 14)
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
  const lateSeconds = latenessOf(slowestSeconds - sum)
  assert.ok(seconds - lateSeconds <= 1.5 * 14, `all in ${seconds} s, ${lateSeconds} s of it late`)
})

test('a time that holds no launch of every group is kept, and what was not measured is named and fails nothing', async () => {
  const { record, seconds, slowestSeconds } = await timedRun(['json-reviver'], 8)
  const lateSeconds = latenessOf(slowestSeconds)
  assert.ok(seconds - lateSeconds <= 1.5 * 8, `all in ${seconds} s, ${lateSeconds} s of it late`)
  const late = record.results.filter(({ error }) => error?.code === 'not-measured')
  assert.ok(late.length > 0 && late.length < record.results.length)
  assert.match(renderReport(record, { width: 100, color: false }), /not measured: the run, or its --time/)
  assert.equal(exitCodeOf(record, null), 0)
})

/** A run cannot know how long its last launch will take where others use the machine: longer than any launch takes alone. */
function latenessOf(slowestSeconds: number): number {
  return Math.max(0, slowestSeconds - 2)
}

/** Runs suites on two targets. Returns the seconds after their preparation, and those of the slowest launch. */
async function timedRun(suites: readonly string[], timeSeconds: number) {
  const selection = { suites, runtimes: ['node', 'bun'], by: 'cases' as const }
  const beganMs: number[] = []
  const begun = () => void beganMs.push(performance.now())
  const options = bareRun({ selection, time: { timeSeconds } })
  const context = { command: [], signal: new AbortController().signal, journal: null }
  const outcome = await run(context, options, { prepared: begun, progress: begun })
  const { record } = outcome ?? assert.fail('nothing was measured')
  const endMs = performance.now()
  const tookMs = beganMs.map((ms, index) => (beganMs[index + 1] ?? endMs) - ms)
  return { record, seconds: (endMs - (beganMs[0] ?? 0)) / 1000, slowestSeconds: Math.max(...tookMs) / 1000 }
}
