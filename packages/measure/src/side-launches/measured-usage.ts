import type { ResourceCounts } from '@steelyard/launcher'

/** What the kernel counted of one launch. */
export interface MeasuredUsage {
  readonly iterations: number
  /** Messages that asked for these iterations; as many asked for none. */
  readonly commands: number
  readonly work: ResourceCounts
  /** Counts of the messages that asked for no iterations. */
  readonly idle: ResourceCounts
}
