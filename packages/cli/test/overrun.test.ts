import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { RunRecord } from '@steelyard/record'
import { bareRun } from '../../measure/src/plan/run-options.ts'
import { run } from '../src/commands/run/run.ts'

const SUITE = fileURLToPath(new URL('../src/commands/doctor/doctor.bench.ts', import.meta.url))

test('run ends by itself when it takes longer than it may, with the launches it has and no verdict', async () => {
  // A busy machine takes longer to the two launches of a comparison.
  let timeSeconds = 8
  let record = await overrun(timeSeconds)
  while (record.comparisons.length === 0 && timeSeconds < 100) {
    timeSeconds *= 2
    record = await overrun(timeSeconds)
  }
  assert.equal(record.status, 'partial')
  assert.ok(record.results.every(({ launches }) => launches.length > 0))
  assert.deepEqual(
    record.comparisons.map(({ verdict, reason }) => [verdict, reason]),
    [[null, 'interrupted']],
  )
  const { warnings } = record.environment
  assert.ok(
    warnings.some(({ code, plannedNs, endedAfterNs }) => {
      const seconds = [plannedNs, endedAfterNs].map(ns => Math.round(Number(ns) / 1e9))
      return code === 'overrun' && seconds[0] === timeSeconds && seconds[1] === 0.75 * timeSeconds
    }),
  )
})

/** Runs what ends before it would by itself, in place of a minute after. */
async function overrun(timeSeconds: number): Promise<RunRecord> {
  const options = bareRun({
    selection: { suites: [SUITE], cases: ['compute'], runtimes: ['node', 'bun'], by: 'targets' },
    rules: { precision: 1e-6 },
    time: { timeSeconds, graceSeconds: -0.75 * timeSeconds, windowSeconds: 0.02 },
  })
  const events = { prepared() {}, progress() {} }
  const context = { command: [], signal: new AbortController().signal, journal: null }
  const outcome = await run(context, options, events)
  return outcome?.record ?? assert.fail('nothing was measured')
}
