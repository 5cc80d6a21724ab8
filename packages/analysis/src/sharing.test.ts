import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Random } from '@steelyard/stats'
import { measuredContender } from '../../measure/src/fixtures/measured-contender.ts'
import type { LaunchPair } from './candidate.ts'
import { sharingOf, usesOf } from './sharing.ts'

const GLANCES = 16

interface World {
  readonly launches: number
  /** What the other thread of the core multiplies the head's times by. */
  readonly effect: number
  readonly seed: number
}

/** The other thread is used in every second launch. */
function pairsOf({ launches, effect, seed }: World): LaunchPair[] {
  const random = createRandom(seed)
  return Array.from({ length: launches }, (_, number) => {
    const isUsed = number % 2 === 1
    const widthRatios = Array.from(
      { length: GLANCES },
      () => (isUsed ? 0.8 : 0.53) * (1 + 0.01 * random.next()),
    )
    const side = (iterationNs: number) => {
      const wallNs = Array.from({ length: 10 }, () => iterationNs * (1 + 0.02 * spread(random)))
      const [launch] = measuredContender({}, [{ group: 0, launch: number, wallNs }]).launches
      assert.ok(launch)
      return { ...launch, sharing: { core: 0, widthRatios } }
    }
    return { head: side(2000 * (isUsed ? effect : 1)), base: side(1000) }
  })
}

function spread(random: Random): number {
  return random.next() + random.next() - 1
}

function found(pairs: readonly LaunchPair[]) {
  return sharingOf(pairs, 'wall', usesOf(pairs.flatMap(({ head, base }) => [head, base])))
}

test('sharingOf has the ratio with least use and with most, where it depends on that', () => {
  const sharing = found(pairsOf({ launches: 21, effect: 1.5, seed: 1 }))
  assert.ok(sharing)
  assert.ok(sharing.pValue < 0.001, `${sharing.pValue}`)
  assert.ok(Math.abs(sharing.least.ratio.value - 2) < 0.02, `${sharing.least.ratio.value}`)
  assert.ok(Math.abs(sharing.most.ratio.value - 3) < 0.03, `${sharing.most.ratio.value}`)
  assert.equal(sharing.least.ratio.n, 10)
  assert.equal(sharing.least.usedShare, 0)
  assert.equal(sharing.most.usedShare, 1)
  assert.ok(Math.abs(sharing.most.slowdown - 0.8 / 0.53) < 0.02)
  assert.ok(Math.abs(sharing.usedShare - 10 / 21) < 1e-9)
})

test('sharingOf finds a dependence in one of a hundred comparisons where there is none', t => {
  const trials = 150
  const wrong = Array.from(
    { length: trials },
    (_, seed) => found(pairsOf({ launches: 20, effect: 1, seed }))?.pValue ?? 0,
  ).filter(pValue => pValue < 0.01).length
  t.diagnostic(`${wrong} of ${trials}`)
  assert.ok(wrong <= 0.01 * trials + 3 * Math.sqrt(trials * 0.01 * 0.99), `${wrong} of ${trials}`)
})

test('sharingOf is null with few launches, or without readings', () => {
  assert.notEqual(found(pairsOf({ launches: 10, effect: 1, seed: 1 })), null)
  assert.equal(found(pairsOf({ launches: 9, effect: 1, seed: 1 })), null)
  const unseen = pairsOf({ launches: 20, effect: 1, seed: 1 }).map(({ head, base }) => {
    const { sharing: _, ...seenByNobody } = base
    return { head, base: seenByNobody }
  })
  assert.equal(found(unseen), null)
})

test('sharingOf says nothing where no launch of a half has a ratio, and takes each launch by its own use', () => {
  const pairs = pairsOf({ launches: 20, effect: 1.5, seed: 2 })
  const uses = usesOf(pairs.flatMap(({ head, base }) => [head, base]))
  assert.equal(sharingOf(pairs, 'cpu', uses), null)
  const blind = pairs.map(({ head, base }, at) => ({ base, head: at < 11 ? { ...head, wallNs: [0] } : head }))
  assert.equal(sharingOf(blind, 'wall', uses), null)
  const shuffled = sharingOf(pairs.toReversed(), 'wall', uses)
  assert.deepEqual(shuffled?.least.usedShare, 0)
  assert.deepEqual(shuffled?.most.usedShare, 1)
})
