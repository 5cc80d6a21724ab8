/** What one batch took. */
export interface Batch {
  /** On the runtime's own clock. */
  readonly wallNs: number
  /** From the host's command to its having the answer, less what the contender's clock took to read. */
  readonly hostNs: number
  /** Null where the platform cannot tell, or could not this time. */
  readonly cpuNs: number | null
  /** Of that, what its main thread used, on which the case runs; absent or null where nobody can tell. */
  readonly mainCpuNs?: number | null
  /** Absent where nobody looked. */
  readonly audit?: Audit
}

/**
 * What the kernel says happened to a contender's main thread in one batch; null where it does not tell. What is only
 * counted is counted from the end of its batch before, so that a tick of stolen time falls on one batch of each.
 */
export interface Audit {
  /** Time of the batch in which it could have run and something other than its own process had the core. */
  readonly waitedNs: number | null
  /** How often it was switched out although it could have gone on, also by threads of its own process. */
  readonly preemptions: number | null
  /** Time the hypervisor took from its core, in ticks of 10 ms. */
  readonly stolenNs: number | null
  /** Whether it was moved to another core. */
  readonly moved: boolean | null
}

/** A contender as the conductor sees it: something that runs batches. */
export interface Contender {
  /** Runs iterations that nothing is to be known of. Rejects like `run`. */
  leadIn(iterations: number): Promise<void>
  /** Runs iterations that no sample is made of, and returns their wall time in nanoseconds. Rejects like `run`. */
  warm(iterations: number): Promise<number>
  /** Runs a batch; 0 iterations is the null batch. Rejects when the contender is lost. */
  run(iterations: number): Promise<Batch>
  /**
   * Runs iterations of a case that does nothing, in a loop of its own, and returns their wall time in nanoseconds.
   * Absent where there is no such loop.
   */
  runEmpty?(iterations: number): Promise<number>
}
