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
const TIMED_MAXIMUM_NS = 400e6

/** Start and warm-up of one contender, roughly; only used to share out the budget. */
const OVERHEAD_NS = 220e6

export interface Budget {
  readonly timeNs: number
  /** Contenders of each group. */
  readonly groupSizes: readonly number[]
  /** Launches wanted of each group within the time. */
  readonly launches: number
}

/** Shares a budget out: many short launches are better than few long ones, since launches differ more than batches. */
export function pacingFor({ timeNs, groupSizes, launches }: Budget, batchNs: number): Pacing {
  const contenders = groupSizes.reduce((sum, size) => sum + size, 0)
  const shareNs = timeNs / (launches * Math.max(contenders, 1)) - OVERHEAD_NS
  return {
    batchNs,
    leadInNs: LEAD_IN_NS,
    warmupMinimumNs: WARMUP_MINIMUM_NS,
    warmupMaximumNs: WARMUP_MAXIMUM_NS,
    timedNs: Math.min(Math.max(shareNs, TIMED_MINIMUM_NS), TIMED_MAXIMUM_NS),
  }
}
