import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimingRecord } from '@steelyard/record'
import { timers } from '@steelyard/timers'
import { timerComparisonsOf, timerResultsOf } from './timer-results.ts'

function timing(launch: number, headlineNs: number): TimingRecord {
  return {
    ...{ launch, askedNs: 1e9, headlineNs, minNs: 1, p50Ns: 1, p99Ns: 1, maxNs: 1 },
    ...{ samples: 1, iterations: 1, emptyNs: 0 },
  }
}

test('timerResultsOf says in how many launches a timer said 0, and where there is only one', () => {
  const resultOf = (...headlines: readonly number[]) => {
    const plan = { caseId: 'case', params: {}, target: 0 }
    const timings = headlines.map((headlineNs, launch) => timing(launch, headlineNs))
    const [result] = timerResultsOf(
      'made',
      [{ plan, timer: timers.mitata, unsupported: null, timings, lost: null }],
      ['node@1'],
    )
    return result
  }
  const zero = resultOf(0, 5, 6)
  assert.deepEqual(zero?.warnings, [{ code: 'zero-headline', timer: 'mitata', launches: 1, of: 3 }])
  assert.deepEqual(resultOf(5)?.warnings, [{ code: 'one-launch' }])
  const none = resultOf()
  assert.deepEqual(none?.error, { code: 'not-measured' })
})

test('timerComparisonsOf compares what one timer said of the same case, or of the baseline on the same target', () => {
  const params = {}
  const timed = [
    { caseId: 'one', target: 0, factor: 1 },
    { caseId: 'two', target: 0, factor: 2 },
    { caseId: 'one', target: 1, factor: 3 },
    { caseId: 'two', target: 1, factor: 8 },
  ].map(({ factor, ...plan }) => ({
    plan: { ...plan, params },
    ...{ timer: timers.mitata, unsupported: null, lost: null },
    timings: [100, 101, 102].map((ns, launch) => timing(launch, factor * ns)),
  }))
  const rules = { threshold: 0.01, biasAllowance: 0.002 }
  const foundBy = (by: 'cases' | 'targets', some: readonly (typeof timed)[number][] = timed) => {
    const plan = { by, baseline: 'one', contenders: [], groups: [], unsupported: [] }
    const measured = { contenders: [], groups: [], end: 'time', timedShares: [], timed: some } as const
    const suite = { name: 'made', plan, measured, targetIds: ['a', 'b'] }
    return timerComparisonsOf(suite, rules, 'assumed').map(found => [
      ...[found.baseCase, found.base, found.case, found.head, Math.round(found.ratio.value)],
    ])
  }
  assert.deepEqual(foundBy('cases'), [
    ['one', 'a', 'two', 'a', 2],
    ['one', 'b', 'two', 'b', 3],
  ])
  assert.deepEqual(foundBy('targets'), [
    ['one', 'a', 'one', 'b', 3],
    ['two', 'a', 'two', 'b', 4],
  ])
  assert.deepEqual(foundBy('cases', timed.slice(1)), [['one', 'b', 'two', 'b', 3]])
  const [first, ...others] = timed
  assert.ok(first)
  const short = { ...first, timings: first.timings.slice(1, 2) }
  assert.deepEqual(foundBy('cases', [short, ...others]), [['one', 'b', 'two', 'b', 3]])
  const other = { ...first, timer: timers.tinybench }
  assert.deepEqual(foundBy('targets', [other as never, ...others]), [['two', 'a', 'two', 'b', 4]])
})
