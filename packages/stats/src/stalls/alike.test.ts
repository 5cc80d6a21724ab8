import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Random } from '../distributions/random.ts'
import { alikeProbability, type RoundClaims } from './alike.ts'
import { claimsOf } from './claims.ts'
import type { Span } from './stalls.ts'

interface World {
  /** Stalls in a second of the core, and their mean length. */
  readonly perSecond: number
  readonly meanNs: number
  /** Whether they come in bursts of some ten. */
  readonly inBursts?: boolean
  /** Distance of stalls that come at a fixed beat; random where absent. */
  readonly beatNs?: number
  /** Further stalls of 1 ms in a second of the head's batches. */
  readonly ofHeadPerSecond?: number
  readonly launches: number
}

const ROUNDS = 60
const BATCH_NS = 3e6
const GAP_NS = 0.5e6

function exponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random.next())
}

function stallsIn(random: Random, untilNs: number, { perSecond, meanNs, inBursts, beatNs }: World): Span[] {
  const stalls: Span[] = []
  const every = (inBursts ? 10 : 1) * (1e9 / perSecond)
  for (let atNs = beatNs === undefined ? 0 : beatNs * random.next(); ; ) {
    if (beatNs === undefined) atNs += exponential(random, every)
    if (atNs > untilNs) return stalls
    for (let one = 0, startNs = atNs; one < (inBursts ? 10 : 1); one++) {
      const endNs = startNs + exponential(random, meanNs)
      stalls.push({ startNs, endNs })
      startNs = endNs + exponential(random, 5e6)
    }
    if (beatNs !== undefined) atNs += beatNs
  }
}

function launchOf(random: Random, world: World): RoundClaims[] {
  const untilNs = 2 * ROUNDS * (BATCH_NS + GAP_NS)
  const first = random.integer(2)
  const batches = Array.from({ length: 2 * ROUNDS }, (_, batch) => {
    const startNs = batch * (BATCH_NS + GAP_NS)
    return { startNs, endNs: startNs + BATCH_NS }
  })
  const claims = claimsOf(stallsIn(random, untilNs, world), batches, { startNs: 0, endNs: untilNs })
  return Array.from({ length: ROUNDS }, (_, round) => {
    const [head, base] = [first, 1 - first].map(place => {
      const { ns: claimedNs = 0, stalls = 0 } = claims[2 * round + place] ?? {}
      return { batchNs: BATCH_NS, claimedNs, stalls }
    }) as [RoundClaims['head'], RoundClaims['base']]
    const own = random.next() < ((world.ofHeadPerSecond ?? 0) * BATCH_NS) / 1e9 ? 1 : 0
    return {
      head: { ...head, claimedNs: head.claimedNs + own * 1e6, stalls: head.stalls + own },
      base,
    }
  })
}

const TRIALS = 300

function rejectedShare(world: World, seed: number): number {
  const random = createRandom(seed)
  let rejected = 0
  for (let trial = 0; trial < TRIALS; trial++) {
    const launches = Array.from({ length: world.launches }, () => launchOf(random, world))
    if ((alikeProbability(launches) ?? 1) < 0.05) rejected++
  }
  return rejected / TRIALS
}

test('alikeProbability finds a difference in at most 5 % of worlds without one', () => {
  const worlds: World[] = [
    { perSecond: 10, meanNs: 1e6, launches: 5 },
    { perSecond: 60, meanNs: 3e6, launches: 10 },
    { perSecond: 10, meanNs: 2e6, launches: 5, inBursts: true },
    { perSecond: 2, meanNs: 20e6, launches: 5 },
    // A quota stalls in step with a round of 7 ms, so that a launch hits one side; which one is chance.
    { perSecond: 10, meanNs: 1e6, launches: 8, beatNs: 49e6 },
  ]
  const shares = worlds.map(rejectedShare)
  // 5 % of 300, and three standard deviations.
  for (const share of shares.slice(0, -1)) assert.ok(share <= 0.05 + 0.038, `${shares}`)
  // In the last one the rounds of a launch are not exchangeable: it errs on the side of the uncorrected sums.
  assert.ok((shares.at(-1) ?? 0) > 0.05, `${shares}`)
})

test('alikeProbability finds stalls that follow one side', () => {
  const share = rejectedShare({ perSecond: 10, meanNs: 1e6, launches: 10, ofHeadPerSecond: 20 }, 1)
  assert.ok(share > 0.9, `${share}`)
})

test('alikeProbability knows nothing without stalls, and always says the same', () => {
  const quiet = [[{ head: claim(0), base: claim(0) }]]
  assert.equal(alikeProbability(quiet), null)
  const random = createRandom(5)
  const launches = Array.from({ length: 4 }, () =>
    launchOf(random, { perSecond: 40, meanNs: 1e6, launches: 4 }),
  )
  assert.equal(alikeProbability(launches), alikeProbability(launches))
})

function claim(stalls: number) {
  return { batchNs: BATCH_NS, claimedNs: stalls * 1e6, stalls }
}

test('alikeProbability exchanges blocks of a tenth of a second, one of which shows nothing', () => {
  const rounds = (count: number, batchNs: number, head: number) =>
    Array.from({ length: count }, () => ({
      head: { batchNs, claimedNs: head * 1e6, stalls: head },
      base: { batchNs, claimedNs: 0, stalls: 0 },
    }))
  // Twenty rounds in one block: head and base exchanged are as far apart.
  assert.equal(alikeProbability([rounds(20, 2.5e6, 1)]), 1)
  // Twenty blocks: hardly any signs give as much.
  assert.ok((alikeProbability([rounds(20, 50e6, 1)]) ?? 1) < 0.01)
  // A block does not go on in the next launch.
  const launches = Array.from({ length: 20 }, () => rounds(1, 2.5e6, 1))
  assert.ok((alikeProbability(launches) ?? 1) < 0.01)
  // A batch of no length has no share.
  assert.equal(alikeProbability([rounds(1, 0, 1)]), 1)
  // As many stalls on both sides, which take more of one: the share tells.
  const longer = rounds(20, 50e6, 1).map(({ head, base }) => ({
    head,
    base: { ...base, claimedNs: 1, stalls: 1 },
  }))
  assert.ok((alikeProbability([longer]) ?? 1) < 0.01)
  const mirrored = longer.map(({ head, base }) => ({ head: base, base: head }))
  assert.equal(alikeProbability([mirrored]), alikeProbability([longer]))
})
