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

/** For contenders that the runtime's own clock times. */
export const BATCH_NS = 3e6

/** For groups with a contender that the host times: the channel's cost must stay small against the batch. */
export const HOST_CLOCK_BATCH_NS = 10e6

const LEAD_IN_NS = 0.3e6
const WARMUP_MINIMUM_NS = 100e6
const WARMUP_MAXIMUM_NS = 600e6
const TIMED_MINIMUM_NS = 60e6
const TIMED_MAXIMUM_NS = 500e6

/** Start and warm-up of one contender, and what its lead-ins and messages add to its batches; roughly, to plan by. */
const OVERHEAD_NS = 180e6
const CHANNEL_SHARE = 0.3

export interface Budget {
  readonly timeNs: number
  /** Contenders of each group. */
  readonly groupSizes: readonly number[]
  /** Launches wanted of each group within the time. */
  readonly launches: number
}

/**
 * Shares a budget out over launches. Launches differ less than batches do but cost a start and a warm-up: with the
 * spreads seen (15 % between batches, 1 % between launches) about half a second of timed batches is where more
 * batches and more launches gain alike (Kalibera and Jones 2013), so no launch is made longer than that.
 */
export function pacingFor({ timeNs, groupSizes, launches }: Budget, batchNs: number): Pacing {
  const contenders = groupSizes.reduce((sum, size) => sum + size, 0)
  const shareNs = (timeNs / (launches * Math.max(contenders, 1)) - OVERHEAD_NS) / (1 + CHANNEL_SHARE)
  return {
    batchNs,
    leadInNs: LEAD_IN_NS,
    warmupMinimumNs: WARMUP_MINIMUM_NS,
    warmupMaximumNs: WARMUP_MAXIMUM_NS,
    timedNs: Math.min(Math.max(shareNs, TIMED_MINIMUM_NS), TIMED_MAXIMUM_NS),
  }
}
