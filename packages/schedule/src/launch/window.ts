import { type Bracket, type ClockShares, type CoreGlances, type DeadCodeBatches, sum } from '@steelyard/stats'
import type { LateChange } from '../late-jit/late-change.ts'
import type { Audit, Batch } from './batch.ts'

/** The samples of one contender in one launch. */
export interface ContenderLaunch extends Window {
  /** Discarded windows: in each, some contender of the group changed its speed. */
  readonly early: readonly Window[]
  /** Dead-code batches; null where one iteration is too long for them. */
  readonly work: DeadCodeBatches | null
  /** Readings of its core during the launch; absent where there were none. */
  readonly sharing?: CoreGlances
}

/** Timed batches of one contender after a warm-up. */
export interface Window {
  readonly iterationsPerBatch: number
  /** Position of each sample in the launch's sequence of batches. */
  readonly order: readonly number[]
  /** Wall and CPU time of each batch ÷ iterations, the cost of the channel subtracted. */
  readonly wallNs: readonly number[]
  readonly cpuNs: readonly (number | null)[]
  /** The kernel's figures on each batch; null where they were not read. */
  readonly audits: readonly (Audit | null)[]
  readonly warmup: WarmUp
  /** Median of the null batches. */
  readonly nullBatch: Batch
  /** Start and end of each batch; null where they were not observed, absent where batches are no stretches of time. */
  readonly brackets?: readonly (Bracket | null)[]
  /** Time that stalls of the core took from the batches; absent where they were not watched. */
  readonly stalls?: WindowStalls
  /** CPU time of the other contenders while its batches ran ÷ the time of these; null or absent where it was not read. */
  readonly backgroundShare?: number | null
  /** Time on other clocks ÷ the reported time; null or absent where they were not read. */
  readonly clockShares?: ClockShares | null
}

/** What a meter on the core saw of its stalls, or why there was none, as a record has it. */
export type WindowStalls = WatchedStalls | { readonly meter: 'off'; readonly why: UnwatchedReason }

/** Few stalls in warm-ups before; contenders on any core; no meter can be had; it ended, or hardly ever woke. */
export type UnwatchedReason = 'few' | 'any-core' | 'no-meter' | 'failed'

export interface WatchedStalls {
  /** fifo: as a real-time thread. ordinary: as any other, what it waited behind others taken off. */
  readonly meter: 'fifo' | 'ordinary'
  /** Mean distance of its wake-ups. */
  readonly periodNs: number
  /** How late it wakes in the median, and beyond which it was stalled. */
  readonly ordinaryNs: number
  readonly thresholdNs: number
  /** What stalls took from each batch, and how many reached into it; null where it was not watched. */
  readonly claimedNs: readonly (number | null)[]
  readonly counts: readonly (number | null)[]
  /** How much of that the CPU clock counted, at least; null where unavailable. */
  readonly cpuClaimedNs: readonly (number | null)[] | null
  /** Stalls took more of the batches of all contenders of the group than a window can bear. */
  readonly void: boolean
}

export interface WarmUp {
  /** After the warm-up steady or drifting; the window that follows may change it. */
  readonly state: Steadiness
  readonly batches: number
  readonly durationNs: number
  /** Time of one iteration, the median of the last batches. */
  readonly iterationNs: number
  /** Median time of the last batches' turns outside of the batch; absent where a case times all that it does. */
  readonly outsideNs?: number
  /** That without the cost of the channel, as a share of the turns; absent likewise. */
  readonly untimedShare?: number
  /** A late change of speed; null where there was none, absent without a probe or after one that was too short. */
  readonly late?: LateChange | null
}

/**
 * The steadiness of one contender in a launch, by its own batches alone, never by a ratio to another:
 *
 * - `never steady`: it changed its speed in every window, the last of which counts (`changedSpeed`).
 * - `bimodal`: its batches have two modes, further apart than noise (`fallsIntoTwoKinds`).
 * - `drifting`: at the end of its warm-up its batches still changed beyond their noise (`warmUp`).
 * - `steady`: none of these.
 *
 * A change of less than 2.2 × within the window counts in none of them, since a busy neighbour makes as much.
 */
export type Steadiness = 'steady' | 'drifting' | 'never steady' | 'bimodal'

/** Whether stalls of the core took too much of the group in this window for an estimate without them. */
export function isVoid({ stalls }: Pick<Window, 'stalls'>): boolean {
  return stalls !== undefined && stalls.meter !== 'off' && stalls.void
}

export function timedNsOf(window: Pick<Window, 'wallNs' | 'iterationsPerBatch'>): number {
  return sum(window.wallNs) * window.iterationsPerBatch
}
