/** A function as an engine names it. */
export interface LoggedFunction {
  /** Empty for one without a name. */
  readonly name: string
  /** Address or path of its file; null where the engine does not say. */
  readonly url: string | null
  /** Where it begins, from 0; null with the file. */
  readonly line: number | null
  readonly column: number | null
}

/** An event in the code of a function. */
export type EngineLogEvent =
  /** The function has code of this tier now. */
  | {
      readonly kind: 'code'
      readonly of: LoggedFunction
      /** The engine's own name: Ignition, Sparkplug, Maglev, Turbofan; LLInt, Baseline, DFG, FTL. */
      readonly tier: string
      /** Whether it is entered in the middle of a loop. */
      readonly isLoop: boolean
      /** Size of the code itself. */
      readonly bytes: number
      /** Size of its bytecode where the same line has it. */
      readonly bytecodeBytes: number | null
      /** null where the engine does not say. */
      readonly address: number | null
    }
  /** A compiler has begun, and may end later; where it has ended. */
  | { readonly kind: 'begun' | 'ended'; readonly functionName: string; readonly tier: string }
  /** Optimised code was left. */
  | {
      readonly kind: 'left'
      /** Name of the function; null where only the place is known. */
      readonly functionName: string | null
      readonly reason: string
      /** Place in the program; null where unknown. */
      readonly at: Omit<LoggedFunction, 'name'> | null
      /** Address of the code that was left; null where the engine does not report it. */
      readonly address: number | null
    }
  /** An inline cache came to a state: monomorphic, polymorphic, megamorphic or generic. */
  | {
      readonly kind: 'cache'
      readonly state: string
      readonly key: string
      readonly address: number
      readonly line: number
      readonly column: number
    }

/** How an engine is made to log what it does to functions. */
export interface EngineLog {
  /**
   * Flags, as a target gives them.
   *
   * @param folder where it may write files, by absolute path
   * @param detailed with the states of inline caches, which costs more
   */
  flags(folder: string, detailed: boolean): readonly string[]
  /** Files that it writes in that folder; none where it writes to its streams. */
  readonly files: readonly string[]
  /** The tier that a function runs in before any event. */
  readonly firstTier: string
  /** Tiers that compile by what a function has seen, and whose code is left where that changes. */
  readonly optimisingTiers: readonly string[]
  /** Names what this engine does not log. */
  readonly lacks: readonly ('positions' | 'unfinished')[]
  /** Returns the event in a line; null for none. */
  eventOf(line: string): EngineLogEvent | null
}
