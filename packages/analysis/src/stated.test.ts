import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Verdict } from '@steelyard/record'
import { type Decision, decide } from '@steelyard/stats'
import {
  type BothDecisions,
  judgeBoth,
  LAUNCHES,
  pairsOf,
  RULES,
  STALLED,
  type StalledWorld,
} from './fixtures/stalled-pairs.ts'
import { candidatesOf, guarded } from './stated.ts'

const TRIALS = 200

/** Trials of each world: several tests read the first ones. */
const made = new Map<string, BothDecisions[]>()

function trialsOf(world: Partial<StalledWorld>, trials = TRIALS): readonly BothDecisions[] {
  const key = JSON.stringify(world)
  const known = made.get(key) ?? []
  made.set(key, known)
  while (known.length < trials) {
    known.push(judgeBoth(pairsOf(LAUNCHES, { ...STALLED, ...world }, known.length + 1), RULES))
  }
  return known.slice(0, trials)
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

test('launches that were not watched stay in the ratio, unless others are void', () => {
  const off = pairsOf(5, { ...STALLED, stalledShare: 0 }).map(({ head, base }) => {
    const stalls = { meter: 'off', why: 'few' } as const
    return { head: { ...head, stalls }, base: { ...base, stalls } }
  })
  const found = candidatesOf([...pairsOf(LAUNCHES, STALLED), ...off], 'wall', 5)
  assert.deepEqual([found.isCorrected, found.stated.logRatios.length], [false, LAUNCHES + 5])
  const isVoid = [...pairsOf(1, { ...STALLED, isVoid: true }), ...pairsOf(5, STALLED), ...off]
  assert.equal(candidatesOf(isVoid, 'wall', 5).stated.logRatios.length, 5)
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

/** Comparisons where stalls fall on both sides unlike, as chance does in one of twenty: the p-value is 1 to 5 %. */
function unlikeByChance(world: Partial<StalledWorld>): BothDecisions[] {
  return trialsOf(world, 600).filter(({ follows, isCorrected }) => follows && isCorrected)
}

test('where chance may have laid stalls on one side, equals do not differ for that', () => {
  const unlike = unlikeByChance({})
  assert.ok(unlike.length >= 3, `${unlike.length}`)
  const refused = unlike.filter(({ ofTimes }) => ofTimes.verdict === 'slower' || ofTimes.verdict === 'faster')
  assert.ok(refused.length >= 1)
  for (const { stated } of refused) assert.equal(stated.verdict, 'inconclusive')
})

test('where chance may have laid stalls on one side, a difference is stated that is there with them and without', () => {
  const unlike = unlikeByChance({ ratio: 1.3 })
  assert.ok(unlike.length >= 3, `${unlike.length}`)
  for (const { ofTimes, stated } of unlike)
    assert.deepEqual([ofTimes.verdict, stated.verdict], ['slower', 'slower'])
  // 2 % is found without stalls, and not with them.
  const small = unlikeByChance({ ratio: 1.02 }).filter(({ ofTimes }) => ofTimes.verdict === 'inconclusive')
  assert.ok(small.some(({ stated }) => stated.reason === 'stalls unlike'))
  for (const { stated } of small) assert.equal(stated.verdict, 'inconclusive')
})

test('guarded keeps a verdict where stalls may follow a side only if the times with them have it too', () => {
  const { timed, without } = candidatesOf(pairsOf(LAUNCHES, STALLED), 'wall', LAUNCHES)
  const [some] = decide([timed], RULES)
  assert.ok(some && without)
  const of = (verdict: Verdict | null): Decision => ({ ...some, verdict, reason: null })
  const follows = { ...without, record: { ...without.record, follow: true } }
  const verdicts = ['faster', 'slower', 'same', 'inconclusive', null] as const
  for (const verdict of verdicts) {
    for (const other of verdicts) {
      const found = guarded(of(verdict), of(other), follows, 1)
      const isHeld = verdict === null || verdict === 'inconclusive' || verdict === other
      assert.deepEqual(
        [found.verdict, found.reason],
        isHeld ? [verdict, null] : ['inconclusive', 'stalls unlike'],
        `${verdict}, as timed ${other}`,
      )
    }
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
