/** How long the parts of a launch take. */
export interface Pacing {
  /** A batch lasts about this long: far above the clock's step and the channel's cost. */
  readonly batchNs: number
  /** Untimed iterations before each batch, so that caches and clock speed are the contender's own again. */
  readonly leadInNs: number
  /** A contender warms up at least and at most this long, each on its own. */
  readonly warmupMinimumNs: number
  readonly warmupMaximumNs: number
  /** Timed batches of one contender in one launch, all together. */
  readonly timedNs: number
}

const LEAD_IN_NS = 0.3e6
const WARMUP_MINIMUM_NS = 100e6
const WARMUP_MAXIMUM_NS = 600e6
const TIMED_MINIMUM_NS = 60e6

/** Of what a launch takes beside them, timed batches are at least so much: who paid for a long warm-up makes use of it. */
const TIMED_MINIMUM_SHARE = 0.25

/** Twice as long gained nothing more in simulations: what the rounds tell better, the fewer launches tell worse. */
const TIMED_MAXIMUM_NS = 1000e6

/**
 * How long launches are until they have shown where their noise lives: with the spreads seen on one machine (15 %
 * between rounds, 1 % between launches) about where more batches and more launches gain alike.
 */
export const FIRST_TIMED_NS = 500e6

/** What lead-ins and messages add to timed batches; roughly, to plan by. */
export const CHANNEL_SHARE = 0.3

/** Start, warm-up and end of one contender before any launch has shown what they take here. */
export const EXPECTED_OVERHEAD_NS = 240e6

/** What is left of a budget, and what it must still pay for. */
export interface Budget {
  readonly timeNs: number
  /** Launches still wanted, each counted once for every contender in it. */
  readonly contenderLaunches: number
  /** What a contender of a launch takes beside its timed batches, on average over those. */
  readonly overheadNs: number
  /** What it takes in the launch that is planned; the average if absent. */
  readonly ownOverheadNs?: number
}

/**
 * Shares a budget out over launches, and makes none longer than is useful.
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
 * Returns the time in which so many launches, each counted once for every contender in it, are made at their
 * shortest; by what they are expected to take, before any has shown it.
 */
export function shortestTimeNs(contenderLaunches: number): number {
  return contenderLaunches * (EXPECTED_OVERHEAD_NS + TIMED_MINIMUM_NS * (1 + CHANNEL_SHARE))
}

/** Returns what a contender of a launch took beside its timed batches, for the next launches to be planned by. */
export function overheadOf(launchNs: number, contenders: number, timedNs: number): number {
  return Math.max(0, (launchNs - timedNs * (1 + CHANNEL_SHARE)) / contenders)
}
