import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimingRecord } from '@steelyard/record'
import { timers } from '@steelyard/timers'
import { timerResultsOf } from './timer-results.ts'

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
