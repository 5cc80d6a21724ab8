/** How long the parts of a launch take. */
export interface Pacing {
  /** Length of a batch: far above the clock's step and the channel's cost. */
  readonly batchNs: number
  /** Length of the untimed iterations before each batch, which restore the contender's caches and clock speed. */
  readonly leadInNs: number
  /** The shortest and longest warm-up of each contender. */
  readonly warmupMinimumNs: number
  readonly warmupMaximumNs: number
  /** Timed batches of one contender in one launch, all together. */
  readonly timedNs: number
}

const LEAD_IN_NS = 0.3e6
/** V8 enlarges its young generation step by step while a case allocates: of `json-reviver`'s parse and revivers by then. */
const WARMUP_MINIMUM_NS = 250e6
const WARMUP_MAXIMUM_NS = 600e6
const TIMED_MINIMUM_NS = 60e6

/** The least timed part of a launch, as a share of its overhead: a long warm-up should pay off. */
const TIMED_MINIMUM_SHARE = 0.25

/** Twice as long gained nothing in simulations: more rounds a launch, but fewer launches. */
const TIMED_MAXIMUM_NS = 1000e6

/**
 * Timed part of the first launches, before their noise is known: with the spreads of one machine (15 % between rounds, 1
 * % between launches) about where more batches and more launches gain alike.
 */
export const FIRST_TIMED_NS = 500e6

/** The share that lead-ins and messages add to timed batches; a rough figure for planning. */
export const CHANNEL_SHARE = 0.3

/** Start, warm-up and end of one contender, before any launch has shown them. */
export const EXPECTED_OVERHEAD_NS = 240e6

/** The time left, and the launches that it must cover. */
export interface Budget {
  readonly timeNs: number
  /** Launches still wanted, each counted once for every contender in it. */
  readonly contenderLaunches: number
  /** Mean time of a contender's launch outside of its timed batches. */
  readonly overheadNs: number
  /** The same in the launch being planned; the mean if absent. */
  readonly ownOverheadNs?: number
}

/**
 * Divides a budget over launches, none longer than is useful.
 *
 * @param usefulNs timed part beyond which more launches gain more, see `usefulTimedNs`
 */
export function pacingFor(
  { timeNs, contenderLaunches, overheadNs, ownOverheadNs = overheadNs }: Budget,
  batchNs: number,
  usefulNs: number,
): Pacing {
  const shareNs = (timeNs / Math.max(contenderLaunches, 1) - overheadNs) / (1 + CHANNEL_SHARE)
  const timedNs = Math.max(Math.min(shareNs, usefulNs), TIMED_MINIMUM_SHARE * ownOverheadNs)
  return {
    batchNs,
    leadInNs: LEAD_IN_NS,
    warmupMinimumNs: WARMUP_MINIMUM_NS,
    warmupMaximumNs: WARMUP_MAXIMUM_NS,
    timedNs: Math.max(Math.min(timedNs, TIMED_MAXIMUM_NS), TIMED_MINIMUM_NS),
  }
}

/**
 * Returns the expected time of so many launches at their shortest, in nanoseconds; each counts once for every contender
 * in it.
 *
 * @param timedNs what is timed of each contender, where that is not planned
 */
export function shortestTimeNs(contenderLaunches: number, timedNs: number = TIMED_MINIMUM_NS): number {
  return contenderLaunches * (EXPECTED_OVERHEAD_NS + timedNs * (1 + CHANNEL_SHARE))
}

/** Returns the time of a contender's launch outside of its timed batches, to plan the next launches. */
export function overheadOf(launchNs: number, contenders: number, timedNs: number): number {
  return Math.max(0, (launchNs - timedNs * (1 + CHANNEL_SHARE)) / contenders)
}
