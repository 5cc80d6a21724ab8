/** How long the parts of a launch take. */
export interface Pacing {
  /** Length of a batch: far above the clock's step and the channel's cost. */
  readonly batchNs: number
  /** Length of a timed batch, after which another contender has its turn. */
  readonly turnNs: number
  /** Length of the untimed iterations before each batch, which restore the contender's caches and clock speed. */
  readonly leadInNs: number
  /** The shortest and longest warm-up of each contender. */
  readonly warmupMinimumNs: number
  readonly warmupMaximumNs: number
  /** Timed batches of one contender in one launch, all together. */
  readonly timedNs: number
}

/**
 * Timed batches of each contender in one launch. Engines still change in the first second, so that what a ratio of unlike
 * work is depends on it: every run has the same, whatever its time and noise.
 */
export const WINDOW_NS = 250e6

const LEAD_IN_NS = 0.3e6
/** V8 enlarges its young generation step by step while a case allocates: of `json-reviver`'s parse and revivers by then. */
export const WARMUP_MINIMUM_NS = 250e6
const WARMUP_MAXIMUM_NS = 600e6

/** The share that lead-ins and messages add to timed batches; a rough figure for planning. */
const CHANNEL_SHARE = 0.3

/** Start, warm-up and end of one contender; a rough figure for planning. */
const OVERHEAD_NS = 240e6

/** Returns the pacing of a launch in which this much is timed of each contender. */
export function pacingFor(timedNs: number, batchNs: number, turnNs: number = batchNs): Pacing {
  return {
    batchNs,
    turnNs,
    leadInNs: LEAD_IN_NS,
    warmupMinimumNs: WARMUP_MINIMUM_NS,
    warmupMaximumNs: WARMUP_MAXIMUM_NS,
    timedNs,
  }
}

/**
 * Returns the expected time of launches, in nanoseconds, with `timedNs` of timed batches of each contender in one; each
 * counts once for every contender in it.
 */
export function launchesNs(contenderLaunches: number, timedNs: number): number {
  return contenderLaunches * (OVERHEAD_NS + timedNs * (1 + CHANNEL_SHARE))
}
