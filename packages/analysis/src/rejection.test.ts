import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasuredContender } from '@steelyard/measure'
import type { ClockShares, DeadCodeBatches } from '@steelyard/stats'
import { measuredContender } from '../../measure/src/fixtures/measured-contender.ts'
import { clockWarnings, isRejected, isUnsure, rejectionOf } from './rejection.ts'

type Shares = Omit<ClockShares, 'least'>

const TRUE: Shares = { host: 1, mainCpu: 1, empty: 0 }

/** Three launches with these shares of the clocks, and those that repeat in the calmest batches. */
function clocked(
  shares: Partial<Shares>,
  least: Partial<Shares> = shares,
  cpuOverWall = 1,
): MeasuredContender {
  const clockShares = { ...TRUE, ...shares, least: { ...TRUE, ...least } }
  const launches = [0, 1, 2].map(launch => ({ group: 0, launch, wallNs: [100, 100] }))
  const contender = measuredContender({}, launches)
  const cpuNs = [100 * cpuOverWall, 100 * cpuOverWall]
  return { ...contender, launches: contender.launches.map(launch => ({ ...launch, cpuNs, clockShares })) }
}

const clocks = [
  ['host', { host: 1.6 }, { code: 'false-clock-host', timesAsLong: 1.6, launches: 3 }],
  ['mainCpu', { mainCpu: 1.5 }, { code: 'false-clock-main-cpu', timesAsLong: 1.5, launches: 3 }],
  ['empty', { empty: 0.3 }, { code: 'false-clock-empty', emptyShare: 0.3, launches: 3 }],
] as const

for (const [by, shares, error] of clocks) {
  test(`times are invalid where ${by} shows in every launch that they are false`, () => {
    const contender = clocked(shares)
    assert.deepEqual(rejectionOf(contender), error)
    assert.equal(isRejected(contender), true)
    assert.deepEqual([isUnsure(contender, 'wall'), isUnsure(contender, 'cpu')], [false, false])
    assert.deepEqual(clockWarnings(contender), [])
  })
}

test('times are invalid where the work is dead code, which a false clock comes before', () => {
  const work: DeadCodeBatches = {
    ...{ iterations: 1e6, onceNs: [0.4e6], twiceNs: [0.8e6] },
    empty: { iterations: 1e6, batchesNs: [0.4e6] },
  }
  const dead = (one: MeasuredContender) => ({
    ...one,
    launches: one.launches.map(launch => ({ ...launch, work })),
  })
  assert.equal(rejectionOf(dead(clocked({})))?.code, 'dead-code-floor')
  assert.equal(isRejected(dead(clocked({}))), true)
  assert.equal(rejectionOf(dead(clocked({ host: 1.6 })))?.code, 'false-clock-host')
})

test('times that no clock contradicts are valid, and have no warning', () => {
  for (const contender of [clocked({}), clocked({ host: 1.2, mainCpu: 1.1 }), measuredContender({}, [])]) {
    assert.equal(rejectionOf(contender), null)
    assert.equal(isRejected(contender), false)
    assert.equal(isUnsure(contender, 'wall'), false)
    assert.deepEqual(clockWarnings(contender), [])
  }
})

test('a reader learns what makes clocks disagree', () => {
  const odd = (shares: Partial<Shares>) => clockWarnings(clocked(shares, {}))
  assert.deepEqual(odd({ host: 1.5 }), [{ code: 'late-replies', timesAsLong: 1.5 }])
  assert.deepEqual(odd({ empty: 0.3 }), [{ code: 'long-empty-batches', emptyShare: 0.3 }])
  assert.deepEqual(odd({ mainCpu: 1.5 }), [{ code: 'work-after-return', mainCpuShare: 1.5 }])
  // Known from a tenth on, though no clock disagrees yet.
  assert.deepEqual(odd({ mainCpu: 1.11 }), [{ code: 'work-after-return', mainCpuShare: 1.11 }])
})

test('a verdict on CPU time stands where the CPU time of the batches holds what the main thread did', () => {
  const both = (contender: MeasuredContender) => [isUnsure(contender, 'wall'), isUnsure(contender, 'cpu')]
  assert.deepEqual(both(clocked({ mainCpu: 3 }, {})), [true, true])
  assert.deepEqual(both(clocked({ mainCpu: 3 }, {}, 2.7)), [true, true])
  assert.deepEqual(both(clocked({ mainCpu: 3 }, {}, 2.8)), [true, false])
  assert.deepEqual(both(clocked({ host: 3 }, {})), [true, false])
})
