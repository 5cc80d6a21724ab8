import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decision } from '@steelyard/stats'
import { judgeBoth, LAUNCHES, pairsOf, RULES, STALLED, type StalledWorld } from './fixtures/stalled-pairs.ts'

const TRIALS = 200

function trialsOf(world: Partial<StalledWorld>) {
  return Array.from({ length: TRIALS }, (_, trial) =>
    judgeBoth(pairsOf(LAUNCHES, { ...STALLED, ...world }, trial + 1), RULES),
  )
}

function shareOf<Trial>(trials: readonly Trial[], isCounted: (trial: Trial) => boolean): number {
  return trials.filter(isCounted).length / trials.length
}

function isFound({ pValue }: Decision): boolean {
  return pValue !== null && pValue < 0.05
}

test('what is stated of equals differs in at most 5 %, also where stalls seem to follow one by chance', () => {
  const trials = trialsOf({})
  assert.ok(shareOf(trials, ({ isCorrected }) => isCorrected) > 0.9)
  // 5 % of 200, and three standard deviations.
  const found = shareOf(trials, ({ stated }) => isFound(stated))
  assert.ok(found <= 0.05 + 0.046, `${found}`)
})

test('2 % more work is found without stalls, and is lost among them', () => {
  const trials = trialsOf({ ratio: 1.02 })
  const [without, timed] = (['stated', 'ofTimes'] as const).map(which =>
    shareOf(trials, trial => trial[which].verdict === 'slower'),
  )
  assert.ok(without !== undefined && without > 0.9, `${without}`)
  assert.ok(timed !== undefined && timed < 0.3, `${timed}`)
})

test('stalls that a head makes itself are not taken from its times where there are enough to see them', () => {
  const trials = trialsOf({ ownShare: 0.15 })
  assert.ok(shareOf(trials, ({ isCorrected }) => isCorrected) < 0.02)
  assert.ok(shareOf(trials, ({ stated }) => stated.verdict === 'slower') > 0.95)
})

test('which verdict is stated depends on what stalls took, and on neither side', () => {
  const stated = (count: number, world: Partial<StalledWorld>) => {
    const shared = pairsOf(count, { ...STALLED, ...world })
    const exchanged = shared.map(({ head, base }) => ({ head: base, base: head }))
    const [found, other] = [shared, exchanged].map(each => judgeBoth(each, RULES).isCorrected)
    assert.equal(found, other)
    return found
  }
  assert.equal(stated(LAUNCHES, {}), true)
  assert.equal(stated(LAUNCHES, { ratio: 3 }), true)
  assert.equal(stated(9, {}), false, 'too few launches for a verdict')
  assert.equal(stated(LAUNCHES, { stallNs: 1e5 }), false, 'hardly any time lost')
  assert.equal(stated(LAUNCHES, { ownShare: 0.2 }), false, 'stalls follow the head')
})

test('where void launches leave too few, nothing is decided, however far apart the times are', () => {
  const some = { ...STALLED, ratio: 1.5 }
  const shared = [...pairsOf(6, some), ...pairsOf(6, { ...some, isVoid: true }, 2)]
  for (const launches of [shared, shared.slice(5)]) {
    const { ofTimes, stated, isCorrected } = judgeBoth(launches, { ...RULES, minimumLaunches: 7 })
    assert.deepEqual(
      [isCorrected, ofTimes.verdict, stated.verdict, stated.reason],
      [true, 'slower', 'inconclusive', 'too few launches'],
    )
  }
})

test('same is stated only where stalls took as much of both sides as the threshold allows', () => {
  const quiet = { ...STALLED, launchDeviation: 0.001, stallNs: 2e6, recall: 1 }
  const few = judgeBoth(pairsOf(LAUNCHES, quiet), RULES)
  assert.deepEqual(
    [few.isCorrected, few.stated.verdict, few.stated.reason],
    [true, 'inconclusive', 'stalls unlike'],
  )
  const many = judgeBoth(pairsOf(200, quiet), RULES)
  assert.deepEqual([many.isCorrected, many.stated.verdict], [true, 'same'])
})

test('a head that makes its launches void by its own stalls does not hide in them', () => {
  const own = { ...STALLED, ownShare: 0.4, isVoid: true }
  const shared = [...pairsOf(12, STALLED), ...pairsOf(8, own, 2)]
  assert.equal(judgeBoth(shared, RULES).isCorrected, false)
})
