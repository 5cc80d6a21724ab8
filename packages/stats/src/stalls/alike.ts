import { createRandom } from '../distributions/random.ts'

/** What stalls took from the batches of both sides in one round. */
export interface RoundClaims {
  readonly head: BatchClaim
  readonly base: BatchClaim
}

export interface BatchClaim {
  /** Length of the batch. Nanoseconds. */
  readonly batchNs: number
  readonly claimedNs: number
  readonly stalls: number
}

/** Stalls come in bursts: rounds that lie closer together than this count as one. */
const BLOCK_NS = 100e6

/**
 * Stalls as unlike on both sides as chance makes them in fewer comparisons than this are taken for a contender's own. At
 * 5 %, which `follow` of the record has, that would be one of twenty comparisons of equals, just those whose times are off.
 */
export const OWN_STALLS_ALPHA = 0.01

const FLIPS = 2000

/** Any: the same data must give the same answer. */
const SEED = 20_261_122

/**
 * Tests that stalls fall on both sides alike: the share of time they take, and how many there are in a second. Their
 * moments know nothing of whose turn it is, so that head and base may be exchanged in each block of rounds. The smaller of
 * both probabilities, doubled; null where no stall was seen.
 */
export function alikeProbability(launches: readonly (readonly RoundClaims[])[]): number | null {
  const blocks = launches.flatMap(blocksOf)
  const shares = blocks.map(({ head, base }) => rate(head.claimedNs, head) - rate(base.claimedNs, base))
  const counts = blocks.map(({ head, base }) => rate(head.stalls, head) - rate(base.stalls, base))
  if (blocks.every(({ head, base }) => head.stalls + base.stalls === 0)) return null
  return Math.min(1, 2 * Math.min(flipProbability(shares), flipProbability(counts)))
}

function rate(value: number, { batchNs }: BatchClaim): number {
  return batchNs > 0 ? value / batchNs : 0
}

function blocksOf(rounds: readonly RoundClaims[]): RoundClaims[] {
  const blocks: RoundClaims[] = []
  let isFull = true
  for (const { head, base } of rounds) {
    const last = blocks.at(-1)
    if (isFull || last === undefined) blocks.push({ head, base })
    else blocks[blocks.length - 1] = { head: add(last.head, head), base: add(last.base, base) }
    const { head: first, base: second } = blocks.at(-1) as RoundClaims
    isFull = first.batchNs + second.batchNs >= BLOCK_NS
  }
  return blocks
}

function add(one: BatchClaim, other: BatchClaim): BatchClaim {
  return {
    batchNs: one.batchNs + other.batchNs,
    claimedNs: one.claimedNs + other.claimedNs,
    stalls: one.stalls + other.stalls,
  }
}

/** How often a sum of the differences with random signs is as far from 0 as theirs; at least 1 of 2001. */
function flipProbability(differences: readonly number[]): number {
  const present = differences.filter(difference => difference !== 0)
  const signs = randomSigns(FLIPS * present.length)
  const seen = Math.abs(present.reduce((sum, difference) => sum + difference, 0))
  let asFar = 1
  let next = 0
  for (let flip = 0; flip < FLIPS; flip++) {
    let sum = 0
    for (const difference of present) sum += (signs[next++] as number) * difference
    // Sums of the same numbers in another order differ in their last digits.
    if (Math.abs(sum) >= seen * (1 - 1e-9)) asFar++
  }
  return asFar / (FLIPS + 1)
}

/** Signs drawn so far: to draw them takes far longer than to use them. */
let drawn = new Int8Array()

/** Returns the first signs of the seed, at least that many. */
function randomSigns(count: number): Int8Array {
  if (drawn.length < count) {
    const random = createRandom(SEED)
    drawn = Int8Array.from({ length: 2 * count }, () => (random.next() < 0.5 ? 1 : -1))
  }
  return drawn
}
