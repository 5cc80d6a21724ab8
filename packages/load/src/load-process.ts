import type { ExpectedResponse, LoadTurn, LoadTurnOptions } from './load-turn.ts'
import type { LoadProfile } from './profile.ts'

export interface StartLoadOptions {
  /** The core on which it runs; null for all. */
  readonly core: number | null
  /** A folder of its own, made and removed here. */
  readonly directory: string
}

/** What one request got. */
export interface LoadAnswer extends ExpectedResponse {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** A process that sends load and measures what comes of it. */
export interface LoadProcess {
  readonly pid: number
  /** Sends one request; rejects with a LoadError when it gets no answer. */
  look(url: string): Promise<LoadAnswer>
  /**
   * Checks one answer by status, length and digest, then sends load for `durationMs`. Rejects with a LoadError when
   * that first answer is wrong or does not come, when nothing was answered at all, or when the process died. Faults
   * in between are counted in the result.
   */
  turn(options: LoadTurnOptions): Promise<LoadTurn>
  /**
   * Finds how fast this generator is at best: a turn against a server of its own on `serverCore`, which does nothing but
   * answer the bytes that are expected.
   */
  limit(options: LoadLimitOptions): Promise<LoadTurn>
  /** Kills the process and waits for its end. */
  stop(): Promise<void>
}

export interface LoadLimitOptions {
  readonly profile: LoadProfile
  readonly durationMs: number
  /** How long the canned body is. */
  readonly bytes: number
  /** The core on which the canned server runs; null for all. */
  readonly serverCore: number | null
}
