import type { EstimateRecord } from './estimate-record.ts'

/**
 * An app of which starts are timed. A launch is one start, which is its only sample: the wall time is that from just
 * before the process was spawned to the last byte of the first answer, by the host's clock; the CPU time is that of the
 * process until then. There is no warm-up.
 */
export interface StartRecord {
  /** What listens: the runtime's own server. */
  readonly listener: string
  readonly bundle: StartedBundleRecord
  /** warm: every file had been read by a start before. */
  readonly pageCache: 'warm'
  /** From the spawn to the port being told, to the first byte of the first answer, and to its last one. */
  readonly listeningNs: EstimateRecord | null
  readonly firstByteNs: EstimateRecord | null
  readonly lastByteNs: EstimateRecord | null
  /** From sending a request to the last byte of its answer; the second one goes over the same connection. */
  readonly firstRequestNs: EstimateRecord | null
  readonly secondRequestNs: EstimateRecord | null
  /** First request ÷ second one. */
  readonly firstToSecond: EstimateRecord | null
  readonly launches: readonly StartLaunchRecord[]
  /** What workerd tells of starting the app in new isolates of a process that runs; null where nobody could ask. */
  readonly phases: StartPhasesRecord | null
}

/** Bytes of the bundle: as it is started, gzipped, minified, and both. */
export interface StartedBundleRecord {
  readonly sha256: string
  /** Whether it is started minified. */
  readonly isMinified: boolean
  readonly bytes: number
  readonly gzipBytes: number
  readonly minifiedBytes: number
  readonly minifiedGzipBytes: number
}

/** Nanoseconds, as above. */
export interface StartLaunchRecord {
  readonly group: number
  readonly launch: number
  readonly listeningNs: number
  /** From the port being told to a connection being open. */
  readonly connectionNs: number
  readonly firstByteNs: number
  readonly lastByteNs: number
  readonly firstRequestNs: number
  readonly secondRequestNs: number
  /** Resident set after the second answer; null where the platform does not tell. */
  readonly residentBytes: number | null
}

/** In workerd's words. ES modules are loaded in `worker`: it grows with their size, `script` does not. */
export interface StartPhasesRecord {
  readonly isolate: StartPhaseRecord
  readonly script: StartPhaseRecord
  readonly worker: StartPhaseRecord
  readonly total: StartPhaseRecord
}

/** The median over new isolates, with workerd's own interval. */
export interface StartPhaseRecord {
  readonly medianNs: number
  readonly lowerNs: number
  readonly upperNs: number
  readonly n: number
}

/**
 * A server under load. Its sample is a turn of load, and an iteration one request: under `heavy` and `moderate` load the
 * wall time is that of the turn ÷ requests, else the mean time to the last byte; the CPU time is that of the server.
 */
export interface ServerRecord {
  readonly load: LoadRecord
  /** What listens: the runtime's own server, or a command of the app's own. */
  readonly listener: string
  readonly configuration: ConfigurationRecord
  /** Of all turns of all launches, as are the figures below. */
  readonly requests: number
  readonly non2xx: number
  readonly faults: readonly FaultRecord[]
  /** To the last byte, from the intended start where load is `open`. */
  readonly latency: DistributionRecord | null
  /** null where the load does not tell it. */
  readonly firstByte: DistributionRecord | null
  /** Answers a second, in parts of turns of about a tenth of a second. */
  readonly rate: RateRecord | null
  /** CPU time of single requests, sent one after the other to a server that does nothing else; null where nobody asked. */
  readonly requestCpu: DistributionRecord | null
  readonly generator: GeneratorRecord
  readonly launches: readonly ServerLaunchRecord[]
  /** Of a pool of processes behind a router; absent for a single process. */
  readonly routing?: RoutingRecord
}

/** A pool of processes behind a router, which was sent requests of two kinds at once. */
export interface RoutingRecord {
  readonly processes: number
  readonly policy: string
  /** The kind that is timed comes first. */
  readonly kinds: readonly RoutedKindRecord[]
}

/** Requests of one kind, in the mean. */
export interface RoutedKindRecord {
  readonly kind: string
  /** What one takes of a pool of this target with nothing else to do, and of that the CPU time; found once in a run. */
  readonly aloneNs: number
  readonly aloneCpuNs: number
  /** Of all turns of all launches, and what it is over `aloneNs`. */
  readonly latencyNs: number
  readonly queueNs: number
  /** What a simulation driven by the times alone says of pools of this and of other sizes; the first is this one. */
  readonly simulated: readonly {
    readonly cores: number
    readonly processes: number
    readonly latencyNs: number
    readonly queueNs: number
  }[]
}

export interface LoadRecord {
  readonly kind: 'heavy' | 'moderate' | 'sequential' | 'open'
  readonly connections: number
  /** Requests under way on a connection at once. */
  readonly pipelining: number
  /** At which requests begin; null where the next one waits for an answer. */
  readonly ratePerSecond: number | null
}

/** How a server was set up, as far as its environment and its first answer tell: what must be equal to be compared. */
export interface ConfigurationRecord {
  /** null when it was not set. */
  readonly nodeEnv: string | null
  /**
   * By the headers of its answer. cached: it may come from a store; dynamic: it must not; null: nothing is said.
   */
  readonly rendering: 'cached' | 'dynamic' | null
  /** Content-Encoding; null for none. */
  readonly compression: string | null
  /** whole: its length is told before it; streamed: it comes in chunks. */
  readonly delivery: 'whole' | 'streamed'
  readonly contentType: string | null
  readonly bodyBytes: number
}

/** Requests that went wrong. */
export interface FaultRecord {
  readonly kind: string
  readonly count: number
  /** What was found, for people. */
  readonly message: string
}

/** Nanoseconds. */
export interface DistributionRecord {
  readonly n: number
  readonly p2_5Ns: number
  readonly p50Ns: number
  readonly p95Ns: number
  readonly p97_5Ns: number
  readonly p99Ns: number
  readonly meanNs: number
  readonly standardDeviationNs: number
  readonly maxNs: number
}

/** A second. */
export interface RateRecord {
  readonly n: number
  readonly p1: number
  readonly p2_5: number
  readonly p50: number
  readonly p97_5: number
  readonly mean: number
  readonly standardDeviation: number
  readonly min: number
}

export interface GeneratorRecord {
  /** CPU time of the load generator ÷ duration of the turns: 1 is all of its core. */
  readonly cpuShare: number
  /** What it reaches against a server that does nothing but answer as many bytes; null where nobody looked. */
  readonly limitPerSecond: number | null
  /** Whether the generator, and not the server, decided how fast it went. */
  readonly isBound: boolean
}

export interface ServerLaunchRecord {
  readonly group: number
  readonly launch: number
  /** From the start of the process to its listening. */
  readonly startNs: number
  /** Resident set after the last turn; null where the platform does not tell. */
  readonly residentBytes: number | null
  readonly turns: readonly TurnRecord[]
}

/** A turn of load: one sample of the launch, in the same order. */
export interface TurnRecord {
  readonly durationNs: number
  readonly requests: number
  readonly meanLatencyNs: number
  /** Requests of the other kind in the same turn, which share `serverCpuNs`; absent where there was none. */
  readonly besideRequests?: number
  readonly serverCpuNs: number | null
  readonly generatorCpuNs: number
}
