/** The time of one batch on every clock. */
export interface Batch {
  /** On the runtime's own clock. */
  readonly wallNs: number
  /** From the host's command to the reply, less the time of reading the contender's clock. */
  readonly hostNs: number
  /** CPU time of the whole process; null where it cannot be read, or could not this time. */
  readonly cpuNs: number | null
  /** CPU time of its main thread, on which the case runs; absent or null where unavailable. */
  readonly mainCpuNs?: number | null
  /** How long its main thread waited for the core, also for threads of its own process; absent or null where unavailable. */
  readonly mainWaitedNs?: number | null
  /** How long the host's thread waited for a core, from the command to its reply; absent or null where unavailable. */
  readonly hostWaitedNs?: number | null
  /** Absent where it was not read. */
  readonly audit?: Audit
  /** Start and end of the batch on CLOCK_MONOTONIC, in nanoseconds. Absent where they were not observed. */
  readonly startedNs?: number
  readonly endedNs?: number
  /** CPU time of the contenders that waited meanwhile; absent or null where unavailable. */
  readonly othersCpuNs?: number | null
}

export interface UntimedBatch {
  readonly wallNs: number
  /** Time of its turn outside of the batch, on no clock of the case; absent where a case times all that it does. */
  readonly outsideNs?: number
}

/**
 * The kernel's figures on a contender's main thread in one batch; null where it reports none. Counters run from the end
 * of the contender's batch before, so that a tick of stolen time falls on one batch of each.
 */
export interface Audit {
  /** Time in which it was runnable and the core ran something other than the processes of its group. */
  readonly waitedNs: number | null
  /** Involuntary context switches, also those to threads of its own process. */
  readonly preemptions: number | null
  /** Time that the hypervisor took from its core, in ticks of 10 ms. */
  readonly stolenNs: number | null
  /** Whether it was moved to another core. */
  readonly moved: boolean | null
}

/** A turn of one contender: an untimed lead-in, then a batch. */
export interface Turn {
  /** Index in the group. */
  readonly contender: number
  /** Iterations of the lead-in. */
  readonly leadIn: number
  /** Iterations of the batch; 0 is the null batch. */
  readonly iterations: number
}

/** Takes turns one after the other, and returns the batch of each; ContenderLost when a contender is lost. */
export type TakeTurns = (turns: readonly Turn[]) => Promise<readonly Batch[]>

/** A contender as the schedule sees it: it runs batches. */
export interface Contender {
  /** Runs iterations without timing them. Rejects like `run`. */
  leadIn(iterations: number): Promise<void>
  /** Runs iterations of a warm-up. Rejects like `run`. */
  warm(iterations: number): Promise<UntimedBatch>
  /** Runs a batch; 0 iterations is the null batch. Rejects when the contender is lost. */
  run(iterations: number): Promise<Batch>
  /** Runs an empty case in a loop of its own; returns the wall time in nanoseconds. Absent where there is no such loop. */
  runEmpty?(iterations: number): Promise<number>
  /**
   * Present where its batches are whole calls of an adopted file's function, whose loop has a count of its own. Batches
   * of n and of 2n iterations may then be the same calls, and show nothing of the work in them.
   */
  readonly hasWholeCalls?: true
}
