import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetOf, callsOf, type TimedCalls } from './call-times.ts'

/** 100 calls of 1, 2, … 100 ms, and a clock that costs 1 µs and is 100 ns off at most. */
const TIMED: TimedCalls = {
  callsNs: Array.from({ length: 100 }, (_, index) => (index + 1) * 1e6 + 1000),
  emptyNs: Array.from({ length: 101 }, (_, index) => 900 + 2 * index),
  clockResolutionNs: 10,
}

test('callsOf takes out what the clock costs and gives mean, percentiles and maximum', () => {
  const calls = callsOf(TIMED)
  assert.equal(calls.meanNs, 50.5e6)
  assert.equal(calls.p50Ns, 50.5e6)
  assert.equal(calls.p95Ns, 95.05e6)
  assert.equal(calls.p99Ns, 99.01e6)
  assert.equal(calls.maxNs, 100e6)
  assert.deepEqual(calls.missing, {})
})

test('callsOf gives no percentile that the clock cannot measure', () => {
  // Half of the readings are 1 ms off, a few 50 ms.
  const emptyNs = Array.from({ length: 100 }, (_, index) => (index < 49 ? 0 : index < 97 ? 1e6 : 50e6))
  const { p50Ns, p95Ns, p99Ns, maxNs, missing } = callsOf({ ...TIMED, emptyNs })
  assert.equal(p50Ns, 49.5e6 + 1000)
  assert.equal(p95Ns, 94.05e6 + 1000)
  assert.deepEqual([p99Ns, maxNs], [null, null])
  assert.deepEqual(missing.maxNs, { code: 'call-too-short', leastNs: 490e6 })
})

test('callsOf applies the resolution even to a clock that gives the same time for each call', () => {
  const calls = callsOf({ ...TIMED, emptyNs: [0, 0, 0], clockResolutionNs: 8e6 })
  assert.equal(calls.p50Ns, null)
  assert.equal(calls.p95Ns, 95.05e6 + 1000)
})

test('callsOf gives no percentile from too few calls', () => {
  const { p50Ns, p95Ns, p99Ns, missing } = callsOf({ ...TIMED, callsNs: TIMED.callsNs.slice(0, 19) })
  assert.deepEqual([p50Ns, p95Ns, p99Ns], [null, null, null])
  assert.deepEqual(missing.p99Ns, { code: 'too-few-calls', needed: 100, calls: 19 })
  assert.deepEqual(missing.p95Ns, { code: 'too-few-calls', needed: 20, calls: 19 })
})

test('budgetOf gives shares with their exact intervals', () => {
  const budget = budgetOf(98e6, TIMED, { callsNs: Array.from({ length: 59 }, () => 1e6) })
  assert.equal(budget.overInWall?.value, 0.02)
  // Clopper and Pearson for 2 of 100, as R's binom.test has it.
  assert.ok(Math.abs((budget.overInWall?.lower ?? 0) - 0.002431337) < 1e-8)
  assert.ok(Math.abs((budget.overInWall?.upper ?? 0) - 0.07038393) < 1e-7)
  // The upper end of 0 in n is 1 - 0.025^(1/n).
  assert.equal(budget.overInCpu?.value, 0)
  assert.ok(Math.abs((budget.overInCpu?.upper ?? 0) - (1 - 0.025 ** (1 / 59))) < 1e-9)
})

test('budgetOf says why a share is missing', () => {
  const budget = budgetOf(500, TIMED, { missing: { code: 'no-process-cpu' } })
  assert.deepEqual([budget.overInWall, budget.overInCpu], [null, null])
  assert.equal(budget.missing.overInWall?.code, 'budget-too-short')
  assert.deepEqual(budget.missing.overInCpu, { code: 'no-process-cpu' })
})

test('callsOf gives no median where most calls that do nothing lie on one edge of the clock', () => {
  const onEdge = (share: number) =>
    Array.from({ length: 100 }, (_, index) => (index < share * 100 ? 0 : (index - share * 100) * 5000))
  const { p50Ns, missing } = callsOf({
    callsNs: onEdge(0.45),
    emptyNs: onEdge(0.6),
    clockResolutionNs: 1000,
  })
  assert.equal(p50Ns, null)
  assert.equal(missing.p50Ns?.code, 'call-too-short')
})
