import type { ClockShares, DeadCodeBatches } from '@steelyard/stats'
import type { LateChange } from '../late-jit/late-change.ts'
import type { Audit, Batch } from './batch.ts'

/** What one contender gave in one launch. */
export interface ContenderLaunch extends Window {
  /** Windows that were given up because some contender of the group changed its speed in them. */
  readonly early: readonly Window[]
  /** By which its work is shown to be done; null where one iteration is too long for that. */
  readonly work: DeadCodeBatches | null
}

/** Timed batches in a row, after a warm-up of their own. */
export interface Window {
  readonly iterationsPerBatch: number
  /** Position of each sample in the launch's sequence of batches. */
  readonly order: readonly number[]
  /** Wall and CPU time of each batch ÷ iterations, the cost of the channel taken out. */
  readonly wallNs: readonly number[]
  readonly cpuNs: readonly (number | null)[]
  /** What the kernel says of each batch; null where nobody looked. */
  readonly audits: readonly (Audit | null)[]
  readonly warmup: WarmUp
  /** Median of the null batches. */
  readonly nullBatch: Batch
  /** How much more of it other clocks saw than the contender told; null or absent where nobody looked. */
  readonly clockShares?: ClockShares | null
}

/** How a contender came out of its warm-up. */
export interface WarmUp {
  /** After the warm-up alone steady or drifting; the window that follows may show more. */
  readonly state: Steadiness
  readonly batches: number
  readonly durationNs: number
  /** Of the fastest of the last batches: noise only adds, and every launch should find the same. */
  readonly iterationNs: number
  /** Where it changed its speed; null where it did not, absent where nobody looked or the look was too short to tell. */
  readonly late?: LateChange | null
}

/**
 * What a launch was like for one contender, told from its own batches alone, never from how it stands to another:
 *
 * - `never steady`: it changed its speed in every window it was given, the last of which stands (`changedSpeed`).
 * - `bimodal`: its batches fall into two kinds, further apart than noise can bring them (`fallsIntoTwoKinds`).
 * - `drifting`: when its warm-up had to end, its batches were still changing beyond their noise (`warmUp`).
 * - `steady`: none of these.
 *
 * A change of less than 2.2 × within the window is told by none of them, since a busy neighbour makes as much.
 */
export type Steadiness = 'steady' | 'drifting' | 'never steady' | 'bimodal'
