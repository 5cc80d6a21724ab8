import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bareRun } from '../../measure/src/plan/run-options.ts'
import { run } from '../src/commands/run/run.ts'

const SUITE = fileURLToPath(new URL('../src/commands/doctor/doctor.bench.ts', import.meta.url))

test('run ends by itself when it takes longer than it may, with the launches it has and no verdict', async () => {
  const { signal } = new AbortController()
  const asked = { suites: [SUITE], cases: ['compute'], runtimes: ['node', 'bun'], by: 'targets' as const }
  // Before it would end by itself, in place of a minute after.
  const options = bareRun({
    selection: asked,
    rules: { precision: 1e-6 },
    time: { timeSeconds: 12, graceSeconds: -8 },
  })
  const outcome = await run([], options, signal, { prepared() {}, progress() {} })
  const { record } = outcome ?? assert.fail('nothing was measured')
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
      return code === 'overrun' && seconds[0] === 12 && seconds[1] === 10
    }),
  )
})
