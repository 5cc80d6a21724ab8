import type { Chosen, Params } from './params.ts'

/** Times the part of a window that counts. What lies outside is not timed. */
export interface Stopwatch {
  /** Throws Error when it runs. */
  start(): void
  /** Adds the time since `start`; throws Error when it does not run. */
  stop(): void
  /** Adds nanoseconds that the file timed itself. */
  add(durationNs: number): void
  /** Tells how many of its own units the file counts in what was timed; default: one an iteration. */
  units(count: number): void
}

/** A case of an adopted file, ready to be called in this process. */
export type MadeCase = FunctionCase | WindowCase

/** A case whose loop is ours. */
export interface FunctionCase {
  /** The function that is timed; a promise that it returns is awaited. */
  readonly run: (state: unknown) => unknown
  readonly state: unknown
  /** Whether its own tool would not await a promise that it returns. */
  readonly awaitsNothing?: true
  /** Returns the case that takes its place, after what its first call returned; null for none. */
  readonly inPlace?: (value: unknown) => WindowCase | null
  /** What the file wants to be done when the case has been timed; given the value of its last call. */
  readonly end?: (last: unknown) => unknown
}

/** A case that has a loop of its own. */
export interface WindowCase extends Pick<FunctionCase, 'end'> {
  /** Runs iterations, and starts and stops the watch around them; a returned promise is awaited. */
  readonly window: (iterations: number, watch: Stopwatch) => unknown
  /**
   * For a case whose iteration is one of its file's own units: how many of them the last call of its file had. `window`
   * takes a number of calls then.
   */
  readonly unitsPerCall?: () => number
  /** Whether it times every call alone: where that is too short for the clock, the case cannot be measured. */
  readonly timesCalls?: true
}

/** What the host must know about a case of an adopted file. */
export interface AdoptedCase {
  /** The names of its groups and its own name in the file. */
  readonly title: string
  /** The parameters of the suite that it has. */
  readonly params: readonly string[]
  /** Combinations of those that its file leaves out. */
  readonly leftOut?: readonly Chosen<Params>[]
}

/** A suite made of an adopted benchmark file. A case is made in the process that measures it. */
export interface AdoptedSuite {
  readonly kind: 'adopted'
  readonly name: string
  readonly question: string
  /** The dialect that the file is written in. */
  readonly dialect: string
  readonly params: Params
  readonly baseline: string
  /** Keyed by kebab-case id. */
  readonly cases: Readonly<Record<string, AdoptedCase>>
  /** Case id → why it cannot be measured in this process. */
  readonly unsupported: Readonly<Record<string, string>>
  readonly make: (caseId: string, params: Chosen<Params>) => MadeCase | Promise<MadeCase>
}
