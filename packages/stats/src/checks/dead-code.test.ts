import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heavyTailed, type Noise, normal, shareOf, skewed } from '../../test/noise.ts'
import { createRandom, type Random } from '../distributions/random.ts'
import { type DeadCodeBatches, findDeadCode } from './dead-code.ts'

interface Made {
  readonly iterationNs: number
  /** Added once per batch. */
  readonly fixedNs?: number
  readonly emptyNs?: number | null
  /** Standard deviation of a batch, in log. */
  readonly spread?: number
  readonly noise?: Noise
  readonly launches?: number
}

/** Launches of two pairs of batches of 1.5 and 3 ms whose truth is known. */
function made(
  { iterationNs, fixedNs = 0, emptyNs = 0.4, spread = 0, noise = normal, launches = 5 }: Made,
  random: Random = createRandom(1),
): DeadCodeBatches[] {
  const iterations = Math.round(1.5e6 / (iterationNs + fixedNs / 1000))
  const batch = (count: number, each: number, once: number) =>
    (count * each + once) * Math.exp(spread * noise(random))
  const twice = (make: () => number) => [make(), make()]
  return Array.from({ length: launches }, () => ({
    iterations,
    onceNs: twice(() => batch(iterations, iterationNs, fixedNs)),
    twiceNs: twice(() => batch(2 * iterations, iterationNs, fixedNs)),
    empty:
      emptyNs === null
        ? null
        : { iterations: 4_000_000, batchesNs: twice(() => batch(4_000_000, emptyNs, 0)) },
  }))
}

describe('findDeadCode', () => {
  test('finds a case done that grows with the iterations and takes clearly longer than the empty loop', () => {
    const { state, rule, growth, floor } = findDeadCode(made({ iterationNs: 10, spread: 0.01 }))
    assert.equal(state, 'done')
    assert.equal(rule, null)
    assert.ok(growth && Math.abs(growth.value - 2) < 0.05)
    assert.ok(floor && Math.abs(floor.beyondNs.value - 9.6) < 0.5)
    assert.equal(floor.isNear, false)
  })

  test('finds a case lost that takes as long as an empty iteration', () => {
    const { state, rule, floor } = findDeadCode(made({ iterationNs: 0.41, spread: 0.05 }))
    assert.equal(state, 'lost')
    assert.equal(rule, 'floor')
    assert.ok(floor?.isNear)
  })

  test('judges an async floor by its share', () => {
    const async = { emptyNs: 60, spread: 0.005 }
    assert.equal(findDeadCode(made({ ...async, iterationNs: 61 })).rule, 'floor')
    assert.equal(findDeadCode(made({ ...async, iterationNs: 70 })).state, 'unclear')
    assert.equal(findDeadCode(made({ ...async, iterationNs: 80 })).state, 'done')
  })

  test('finds a case lost that takes as long for 2n iterations as for n', () => {
    const deferred = made({ iterationNs: 1, fixedNs: 3e6, emptyNs: null, spread: 0.02 })
    const { state, rule, growth } = findDeadCode(deferred)
    assert.equal(state, 'lost')
    assert.equal(rule, 'growth')
    assert.ok(growth && growth.value < 1.1)
  })

  test('reads from longer timed batches that a cost at the start of each batch hides the growth', () => {
    const launch = { iterations: 2, onceNs: [3.4e6], twiceNs: [5.2e6], empty: null }
    const launches = (batchNs: number) =>
      Array.from({ length: 5 }, () => ({ ...launch, timed: { iterations: 16, batchNs } }))
    assert.equal(findDeadCode(Array(5).fill(launch)).rule, 'growth')
    assert.equal(findDeadCode(launches(22e6)).state, 'unclear')
    assert.equal(findDeadCode(launches(8e6)).rule, 'growth')
  })

  test('finds a case done by its growth alone where an iteration is far longer than an empty one', () => {
    assert.equal(findDeadCode(made({ iterationNs: 5000, emptyNs: null, spread: 0.01 })).state, 'done')
  })

  test('is unclear under three launches', () => {
    assert.equal(findDeadCode([]).state, 'unclear')
    assert.equal(findDeadCode(made({ iterationNs: 0.4, launches: 2 })).state, 'unclear')
    assert.equal(findDeadCode(made({ iterationNs: 0.4, launches: 3 })).state, 'lost')
  })

  test('does not take a short iteration for an empty one where the empty loop was not optimised', () => {
    // In this many launches the mean of the empty loop is certainly far above the case.
    const honest = made({ iterationNs: 2, spread: 0.02, launches: 30 })
    const slow = (launch: DeadCodeBatches): DeadCodeBatches => ({
      ...launch,
      empty: { iterations: 100_000, batchesNs: [3e6, 3.2e6] },
    })
    const launches = honest.map((launch, index) => (index === 0 ? launch : slow(launch)))
    assert.notEqual(findDeadCode(launches).state, 'lost')
    const { rule, floor } = findDeadCode(launches.slice(1))
    assert.equal(rule, 'floor', 'with the slow ones alone it is taken for empty')
    assert.ok(floor && floor.beyondNs.upper < -20)
  })

  test('has its limits at 0.25 ns or 5 % beyond an empty iteration, and at 1.8 times the time', () => {
    const beyond = (emptyNs: number, ns: number) =>
      findDeadCode(
        [0, 1, 2].map(() => ({
          iterations: 1000,
          onceNs: [1000 * (emptyNs + ns)],
          twiceNs: [2000 * (emptyNs + ns)],
          empty: { iterations: 1000, batchesNs: [1000 * emptyNs] },
        })),
      ).rule
    assert.deepEqual([beyond(0.4, 0.249), beyond(0.4, 0.251)], ['floor', null])
    assert.deepEqual([beyond(5, 0.249), beyond(5, 0.251)], ['floor', null])
    assert.deepEqual([beyond(60, 2.99), beyond(60, 3.01)], ['floor', null])
    const growing = (growth: number) =>
      findDeadCode(
        [0, 1, 2].map(() => ({ iterations: 1000, onceNs: [1e6], twiceNs: [growth * 1e6], empty: null })),
      ).state
    assert.deepEqual([growing(1.799), growing(1.801)], ['lost', 'done'])
  })

  test('loses no case whose collections fall on the same batches in every launch', () => {
    // Buffer.concat on Node, in five launches: batches of 2.8 and 5.3 ms, and a collection of 6.5 ms in one of each.
    const collected = [0, 1, 2, 3, 4].map(launch => ({
      iterations: 870,
      onceNs: [2.75e6 + 1e4 * launch, 2.8e6, 9.5e6],
      twiceNs: [12.1e6, 5.3e6, 5.4e6 + 1e4 * launch],
      empty: null,
    }))
    assert.equal(findDeadCode(collected).rule, null)
  })

  test('has no growth where the clock shows no time', () => {
    const blind = made({ iterationNs: 10, emptyNs: null }).map(launch => ({ ...launch, onceNs: [0, 0] }))
    assert.equal(findDeadCode(blind).growth, null)
    assert.equal(findDeadCode(blind).state, 'unclear')
  })

  for (const [name, noise] of Object.entries({ normal, heavyTailed, skewed, bursts })) {
    test(`does not find honest work lost where batches spread by 15 % (${name})`, () => {
      const random = createRandom(7)
      for (const launches of [3, 5, 10, 30]) {
        for (const [iterationNs, emptyNs] of [
          [1.2, 0.4],
          [75, 60],
          [5000, null],
        ] as const) {
          const wronglyLost = shareOf(500, () => {
            const batches = made({ iterationNs, emptyNs, spread: 0.15, noise, launches }, random)
            return findDeadCode(batches).state === 'lost'
          })
          assert.ok(wronglyLost <= 0.002, `${iterationNs} ns, ${launches} launches: ${wronglyLost}`)
        }
      }
    })

    test(`never finds dead code done, and mostly finds it lost in ten launches (${name})`, () => {
      const random = createRandom(8)
      for (const trap of [
        { iterationNs: 0.4 },
        { iterationNs: 1, fixedNs: 3e6, emptyNs: null },
      ] satisfies readonly Made[]) {
        const states = Array.from(
          { length: 500 },
          () => findDeadCode(made({ ...trap, spread: 0.15, noise, launches: 10 }, random)).state,
        )
        assert.equal(states.includes('done'), false)
        const caught = states.filter(state => state === 'lost').length / states.length
        assert.ok(caught >= 0.9, `${JSON.stringify(trap)}: ${caught}`)
      }
    })
  }
})

/** A busy neighbour: a third of the batches take up to twice as long. */
function bursts(random: Random): number {
  return random.next() < 1 / 3 ? (Math.LN2 / 0.15) * random.next() : 0
}
