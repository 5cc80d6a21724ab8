import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LaunchError } from '@steelyard/launcher'
import type { TimingRecord } from '@steelyard/record'
import { timers } from '@steelyard/timers'
import type { TimedContender } from '../../measure/src/suite/measured-suite.ts'
import { timerComparisonsOf, timerRecord, timerResultsOf } from './timer-results.ts'

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

test('timerResultsOf names a result, and says what became of it', () => {
  const timings = [timing(0, 100), timing(1, 102)]
  const resultOf = (some: Partial<TimedContender>) => {
    const plan = { caseId: 'one', params: { size: 2 }, target: 1 }
    const contender = { plan, timer: timers.mitata, unsupported: null, timings, lost: null, ...some }
    const [result] = timerResultsOf('made', [contender], ['a', 'b'])
    return result ?? assert.fail()
  }
  const { suite, case: caseId, params, target, timer, status, wallNs, cpuNs, warnings } = resultOf({})
  assert.deepEqual(
    [suite, caseId, params, target, timer, status, cpuNs, warnings],
    ['made', 'one', { size: 2 }, 'b', 'mitata', 'ok', null, []],
  )
  assert.deepEqual([Math.round(wallNs?.value ?? 0), wallNs?.n], [101, 2])
  assert.deepEqual(resultOf({}).timings, timings)
  const cannot = resultOf({ unsupported: 'it has no process' })
  assert.deepEqual(
    [cannot.status, cannot.error],
    ['unsupported', { code: 'unsupported', reason: 'it has no process' }],
  )
  const lost = new LaunchError('timeout', 'took too long')
  const later = resultOf({ lost })
  assert.deepEqual(
    [later.status, later.error, later.warnings],
    [
      'timeout',
      { code: 'lost', failure: 'timeout', message: 'took too long' },
      [{ code: 'lost-later', launches: 2 }],
    ],
  )
  assert.deepEqual(resultOf({ lost, timings: [] }).warnings, [])
  assert.deepEqual(timerRecord(timers.mitata), {
    ...{ name: 'mitata', version: timers.mitata.version, headline: timers.mitata.headline },
  })
})

test('timerComparisonsOf compares contenders of the same parameters that their timer can time', () => {
  const [small, large] = [{ size: 1 }, { size: 2 }]
  const timed = (
    params: typeof small,
    target: number,
    unsupported: string | null = null,
  ): TimedContender => ({
    ...{ plan: { caseId: 'one', params, target }, timer: timers.mitata, unsupported, lost: null },
    timings:
      unsupported === null ? [100, 101, 102].map((ns, launch) => timing(launch, (target + 1) * ns)) : [],
  })
  const found = (...some: readonly TimedContender[]) =>
    timerComparisonsOf(
      {
        name: 'made',
        plan: { by: 'targets', baseline: 'one', contenders: [], groups: [], unsupported: [] },
        measured: { contenders: [], groups: [], end: 'time', timedShares: [], timed: some },
        targetIds: ['a', 'b', 'c'],
      },
      { threshold: 0.01, biasAllowance: 0.002 },
      'measured',
    )
  const all = found(timed(small, 0), timed(large, 0), timed(small, 1), timed(large, 1))
  assert.deepEqual(
    all.map(({ params, ratio }) => [params, Math.round(ratio.value)]),
    [
      [small, 2],
      [large, 2],
    ],
  )
  const { suite, metric, paired, threshold, biasAllowance, biasSource, verdict, reason } =
    all[0] ?? assert.fail()
  assert.deepEqual(
    [suite, metric, paired, threshold, biasAllowance, biasSource, verdict, reason],
    ['made', 'wall', false, 0.01, 0.002, 'measured', null, 'unpaired'],
  )
  // The base of a row is the first that can be timed.
  const [third, ...none] = found(timed(small, 0, 'it cannot'), timed(small, 1), timed(small, 2))
  assert.deepEqual([third?.base, third?.head, none], ['b', 'c', []])
})
