/** What one batch took. */
export interface Batch {
  /** On the clock that times this contender. */
  readonly wallNs: number
  /** From the host's command to its having the answer. */
  readonly hostNs: number
  /** Null where the platform cannot tell, or could not this time. */
  readonly cpuNs: number | null
}

/** A contender as the conductor sees it: something that runs batches. */
export interface Contender {
  /** Runs iterations that no sample is made of, and returns their wall time in nanoseconds. Rejects like `run`. */
  warm(iterations: number): Promise<number>
  /** Runs a batch; 0 iterations is the null batch. Rejects when the contender is lost. */
  run(iterations: number): Promise<Batch>
}
