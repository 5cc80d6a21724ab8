import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasuredContender } from '@steelyard/measure'
import { unmeasured } from '../../measure/src/suite/measured-suite.ts'
import { type BiasAllowances, biasOf, kindOf } from './kind-of-work.ts'

const NONE = { count: 0, batches: 0 }
const SYNC = false

/** Returns the events of 200 batches of 0.5 ms each. */
function traced(eventful: number, collections = eventful): NonNullable<MeasuredContender['events']> {
  return {
    ...{ batches: 200, timedNs: 100e6, eventfulNs: eventful * 0.5e6 },
    ...{ tierUps: NONE, deoptimisations: NONE, collections: { count: collections, batches: collections } },
  }
}

function contender(found: Partial<MeasuredContender>): MeasuredContender {
  return { ...unmeasured({ caseId: 'one', params: {}, target: 0 }), ...found }
}

test('kindOf takes a case for awaiting, computing or allocating by what was seen of it', () => {
  assert.equal(kindOf({ isAsync: true, events: null }), 'awaiting')
  assert.equal(kindOf({ isAsync: SYNC, events: traced(1) }), 'computing')
  assert.equal(kindOf({ isAsync: SYNC, events: traced(2) }), 'allocating')
})

test('kindOf does not know what was not traced, not traced for long, or kept a compiler busy alone', () => {
  assert.equal(kindOf({ isAsync: SYNC, events: null }), null)
  assert.equal(kindOf({ isAsync: SYNC, events: { ...traced(0), timedNs: 49e6 } }), null)
  assert.equal(kindOf({ isAsync: SYNC, events: traced(20, 0) }), null)
  assert.equal(kindOf({ isAsync: null, events: traced(0) }), null)
})

test('biasOf is that of a kind where both sides are of it, and nothing where they are not', () => {
  const kinds = (['computing', 'awaiting'] as const).map((kind, index) => ({
    ...{ kind, allowance: 0.002 * (index + 1), equalsRatio: 1, equalsBound: 0.001, launches: 40 },
  })) satisfies BiasAllowances
  const computing = contender({ isAsync: SYNC, events: traced(0) })
  const allocating = contender({ isAsync: SYNC, events: traced(50) })
  const awaiting = contender({ isAsync: true })
  const bias = (base: MeasuredContender, head: MeasuredContender) => biasOf({ base, head }, kinds)
  assert.deepEqual(bias(computing, computing), kinds[0])
  assert.equal(bias(awaiting, awaiting)?.allowance, 0.004)
  for (const [base, head] of [
    [computing, awaiting],
    [awaiting, computing],
    [computing, contender({ isAsync: SYNC })],
    [contender({ isAsync: SYNC }), computing],
    [contender({}), contender({})],
    // The doctor could not bound this kind.
    [allocating, allocating],
  ] as const) {
    assert.equal(bias(base, head), null)
  }
  assert.equal(biasOf({ base: awaiting, head: awaiting }, []), null)
})
