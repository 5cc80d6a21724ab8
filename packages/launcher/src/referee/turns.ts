import type { Command } from '@steelyard/harness/protocol'
import type { Scheduling } from '../machine/scheduling.ts'
import type { Loss } from '../process/launch-error.ts'

/** A turn of one contender: an untimed lead-in, then a batch. */
export interface Turn {
  /** Index in the group. */
  readonly contender: number
  /** Iterations of the lead-in. */
  readonly leadIn: number
  /** Iterations of the batch; 0 is the null batch. */
  readonly iterations: number
}

/** What a turn was seen to take. */
export interface TurnReading {
  readonly durationNs: number
  readonly clockNs: number
  /** On CLOCK_MONOTONIC: when the command was sent, and when its reply was there. */
  readonly sentNs: number
  readonly receivedNs: number
  /** How long this thread waited for its core meanwhile; null where unavailable. */
  readonly hostWaitedNs: number | null
  /** CPU time of the process in the batch; null where unavailable. */
  readonly cpuNs: number | null
  /** CPU time of its main thread before its lead-in. */
  readonly arrivedMainCpuNs: number | null
  /** Counts before are those after its batch before, or at the start of these turns. */
  readonly before: Scheduling
  readonly after: Scheduling
  /** CPU time of the others while this batch ran; null where a clock could not be read. */
  readonly othersCpuNs: number | null
}

/** The ends of a contender's channel in this process. */
export interface Descriptors {
  readonly input: number
  readonly output: number
  readonly framing: 'lines' | 'marked lines' | 'web socket'
  /** Where in the file `output` the commands are written; absent where that is a stream. */
  readonly mailbox?: number
}

/** A contender as the referee's thread sees it. */
export interface Slot extends Descriptors {
  readonly pid: number
  readonly clockSlackNs: number
  readonly commandMs: number
}

export interface TurnsRequest {
  readonly core: number
  readonly slots: readonly Slot[]
  readonly turns: readonly Turn[]
  /** One number: not 0 when the turns are to end. */
  readonly stop: Int32Array
}

/** What was seen of turns that were all taken. */
export interface TakenTurns {
  readonly readings: readonly TurnReading[]
  /** Width ratios of the core, right before the first turn and right after the last: see `widthRatio`. */
  readonly widthRatios: readonly number[]
}

/** How the turns went; `refused` where the thread cannot have that core. */
export type TurnsReply =
  | ({ readonly type: 'taken' } & TakenTurns)
  | { readonly type: 'refused' }
  | { readonly type: 'stopped' | 'ended' }
  | { readonly type: 'overdue'; readonly command: Command['type'] }
  | { readonly type: 'lost'; readonly loss: Loss }

/** With the contender that had its turn then. */
export type RefereeReply = TurnsReply & { readonly contender: number }
