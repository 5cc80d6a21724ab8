/** What V8's own trace says of a launch of this contender alone, of which no time is kept. */
export interface CodeRecord {
  /** Time of an iteration in the traced launch ÷ in the timed ones: what tracing itself costs; null when unknown. */
  readonly slowdown: number | null
  /** Functions whose names stand in the bundle, and those without a name, by name. */
  readonly functions: readonly FunctionRecord[]
}

export interface FunctionRecord {
  /** Empty for functions without a name, which are counted together. */
  readonly name: string
  /** How often it was compiled, by compiler. */
  readonly optimised: Readonly<Record<string, number>>
  /** How often its optimised code was left, by V8's reason. */
  readonly deoptimised: Readonly<Record<string, number>>
}

/**
 * What one process of its own, of which no time was kept, allocated and collected after its warm-up. What its engine
 * does not tell is null, and `missing` says why.
 */
export interface MemoryRecord {
  readonly iterations: number
  /**
   * heap: bytes are those of the JavaScript heap alone. all: the engine counts what lies outside of it, such as the
   * contents of an ArrayBuffer, together with it.
   */
  readonly counts: 'heap' | 'all'
  readonly bytesPerIteration: number | null
  /** Outside of the heap. */
  readonly externalBytesPerIteration: number | null
  /** Of what is young: V8's scavenges, JavaScriptCore's eden collections. */
  readonly minor: CollectionsRecord
  /** Of everything. */
  readonly full: CollectionsRecord
  /** What was left when all garbage was collected in the end. */
  readonly heapAfterFullBytes: number | null
  /** Shares of the CPU time of the process, 0 to 1. */
  readonly cpuShare: {
    /** The main thread in the collector's pauses; it may wait for helpers in them, so it is at most this. */
    readonly collectorMain: number
    /** All threads beside the main one: they collect, and compile too. */
    readonly helperThreads: number
  } | null
  /** Time in which the main thread could have run and another process had its core; pauses may hold it. */
  readonly waitedNs: number | null
  /** Field → why it is null; `pauses` → why they stand for more than the collector. */
  readonly missing: Readonly<Record<string, string>>
}

export interface CollectionsRecord {
  /** In all iterations. */
  readonly count: number
  readonly pauseTotalNs: number
  /** null without a pause. */
  readonly pauseLongestNs: number | null
}

/** Single calls in a process of their own, in wall time on the runtime's own clock, what the clock costs taken out. */
export interface CallsRecord {
  readonly wallNs: readonly number[]
  /** Calls of a case that does nothing, nothing taken out: their median is the cost, their spread the doubt. */
  readonly emptyNs: readonly number[]
  readonly meanNs: number | null
  readonly p50Ns: number | null
  readonly p95Ns: number | null
  readonly p99Ns: number | null
  readonly maxNs: number | null
  /** Field → why it is null. */
  readonly missing: Readonly<Record<string, string>>
  /** How many calls took longer than was allowed; absent when nothing was asked. */
  readonly budget?: BudgetRecord
}

export interface BudgetRecord {
  readonly budgetNs: number
  readonly overInWall: ShareRecord | null
  /** In CPU time of the whole process: its helper threads count. */
  readonly overInCpu: ShareRecord | null
  readonly missing: Readonly<Record<string, string>>
}

/** A share of calls, with the interval of Clopper and Pearson. */
export interface ShareRecord {
  readonly value: number
  readonly lower: number
  readonly upper: number
  readonly level: number
  /** Number of calls. */
  readonly n: number
}

/** What happened in the timed batches of a traced launch. */
export interface EventsRecord {
  /** All timed batches of the launch. */
  readonly batches: number
  readonly tierUps: EventCountRecord
  /** Exits from optimised code. */
  readonly deoptimisations: EventCountRecord
  readonly collections: EventCountRecord
}

export interface EventCountRecord {
  readonly count: number
  /** In how many of the batches. */
  readonly batches: number
}
