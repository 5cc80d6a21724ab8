/** Limits of time and memory; a contender that exceeds one is killed. */
export interface Limits {
  readonly startMs: number
  /** For every command: a batch, or setup with the first call. */
  readonly commandMs: number
  /** Resident set of the measured process. */
  readonly memoryBytes: number
}

export const LIMITS: Limits = { startMs: 15_000, commandMs: 20_000, memoryBytes: 2e9 }
