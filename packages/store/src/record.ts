/**
 * The record of one run, `steelyard/run@1`. Times in nanoseconds, sizes in bytes, instants in ISO 8601.
 * The published schema, `run-1.schema.json`, says the same; change both together.
 */

export const SCHEMA = 'steelyard/run@1'

export interface RunRecord {
  readonly schema: typeof SCHEMA
  readonly id: string
  readonly status: 'complete' | 'partial'
  readonly command: readonly string[]
  readonly seed: number
  readonly startedAt: string
  readonly finishedAt: string
  readonly steelyard: { readonly version: string; readonly commit: string | null }
  readonly environment: EnvironmentRecord
  /** What the doctor found on this machine; null before its first visit. */
  readonly doctor?: DoctorRecord | null
  readonly suites: readonly SuiteRecord[]
  readonly targets: readonly TargetRecord[]
  readonly results: readonly ResultRecord[]
  readonly comparisons: readonly ComparisonRecord[]
  /** What `compare` held against what; absent for other commands. */
  readonly compared?: ComparedRecord
  /** Which flag of a head does what; absent when it was not asked for. */
  readonly attributions?: readonly AttributionRecord[]
  /** Id of the record that this one repeats. */
  readonly rerunOf?: string
  /** The timers beside Steelyard's own; absent when there was none. */
  readonly timers?: readonly TimerRecord[]
  /** How the timers stand to Steelyard's own; absent when they were not held against it. */
  readonly agreements?: readonly AgreementRecord[]
  /** Present when another tool measured, and its file was imported: then there are no verdicts. */
  readonly foreign?: ForeignRecord
}

/** The tools whose files can be imported. */
export type ForeignName = 'workerd-bench' | 'node-bench' | 'deno-bench' | 'mitata' | 'hyperfine'

export interface ForeignRecord {
  readonly tool: ForeignName
  /** null where its file does not say. */
  readonly version: string | null
  /** Of the file. */
  readonly sha256: string
  readonly importedAt: string
  /** Where the instants of the record come from: the source itself, or the time of its file. */
  readonly dated: 'source' | 'file'
}

/** What another tool found of a case. Nanoseconds per iteration. */
export interface ForeignResultRecord {
  /** Name of the statistic that it shows first. */
  readonly statistic: string
  readonly wallNs: number
  readonly cpuNs: number | null
  /** What the tool itself says of the error of its headline; null where it says nothing. */
  readonly interval: { readonly lower: number; readonly upper: number; readonly level: number } | null
  /** By the names of the tool. */
  readonly statistics: Readonly<Record<string, number>>
  /** How many samples the statistics are of. */
  readonly samples: number
  /** The samples in the order of the file; null where it has none. */
  readonly samplesNs: readonly number[] | null
  readonly cpuSamplesNs: readonly number[] | null
  /** Whether each sample is a process of its own; only then has the result an estimate. */
  readonly byProcess: boolean
}

/** Targets by id. */
export interface ComparedRecord {
  readonly base: string
  readonly heads: readonly string[]
  /** The base built once more from the same source: how it stands to the base comes from building alone. */
  readonly rebuilt: string | null
  /** Whether the run was to be evidence: with a control, and no verdict under 20 launches. */
  readonly evidence: boolean
  readonly minimumLaunches: number
}

/** What each flag of a head does to one case, alone and on top of the others. */
export interface AttributionRecord {
  readonly suite: string
  readonly case: string
  readonly params: Readonly<Record<string, string | number | boolean>>
  readonly base: string
  readonly head: string
  readonly metric: 'wall' | 'cpu'
  readonly flags: readonly FlagEffectRecord[]
  /**
   * Head ÷ base, divided by the product of what each flag does alone: 1 where the flags do not touch each other. Null
   * where something of it was not measured.
   */
  readonly interaction: EstimateRecord | null
}

export interface FlagEffectRecord {
  readonly flag: string
  /** The base with this flag alone, and the head without it. */
  readonly alone: string
  readonly without: string
  /** Base with the flag ÷ base; head ÷ head without the flag. */
  readonly aloneRatio: EstimateRecord | null
  readonly onTopRatio: EstimateRecord | null
}

export interface EnvironmentRecord {
  readonly os: string
  readonly kernel: string
  readonly cpuModel: string
  /** null, as the memory, in a foreign record: its source does not tell. */
  readonly cores: number | null
  readonly memoryBytes: number | null
  readonly governor: string | null
  readonly virtualized: boolean | null
  readonly affinity: 'same-core' | 'all'
  readonly warnings: readonly string[]
}

/** Spreads are standard deviations of log ratios between equals; the allowance is a fraction. */
export interface DoctorRecord {
  readonly visitedAt: string
  readonly seconds: number
  readonly biasAllowance: number
  readonly spreads: readonly SpreadRecord[]
}

export interface SpreadRecord {
  readonly target: string
  readonly case: string
  /** Of whole launches. */
  readonly launchSd: number
  /** Beyond what their rounds explain. */
  readonly betweenSd: number
  /** Of a round in its launch. */
  readonly withinSdPerRound: number
}

export interface SuiteRecord {
  readonly name: string
  readonly question: string
  readonly compare: 'cases' | 'targets'
  readonly baseline: string
  /** SHA-256 of the bundle: the case and loop text, equal in every contender; null in a foreign record. */
  readonly bundleSha256: string | null
}

export interface TargetRecord {
  /** Unique in a record, e.g. `node@26.10.0 --max-semi-space-size=64`; never a path. */
  readonly id: string
  readonly runtime: string
  readonly version: string
  readonly engine: { readonly name: string; readonly version: string }
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Of a foreign record nobody knows, and its hash is null. */
  readonly binary: { readonly source: 'npm' | 'path' | 'unknown'; readonly sha256: string | null }
  /** What the build says of how it was made, by name; absent where it was not asked. */
  readonly build?: Readonly<Record<string, string>>
  readonly compatibilityDate: string | null
  readonly hardwareConcurrency: number | null
  /** Whose clock timed the batches; host only in old records. */
  readonly clock: 'runtime' | 'host'
  /** null in a foreign record. */
  readonly clockResolutionNs: number | null
  /** Median wall time of a null batch, seen by the host; null in a foreign record. */
  readonly channelCostNs: number | null
  /** Median CPU time of a null batch; each window takes out its own. */
  readonly channelCpuNs: number | null
}

export type ResultStatus = 'ok' | 'failed' | 'crashed' | 'timeout' | 'unsupported'

export type TimerName = 'steelyard' | 'mitata' | 'tinybench' | 'workerd-bench'

/** A timer that took the place of Steelyard's own, or the tool of a foreign record. */
export interface TimerRecord {
  readonly name: Exclude<TimerName, 'steelyard'> | ForeignName
  /** null for one that is a part of the runtime. */
  readonly version: string | null
  /** Which of its numbers is the value of a launch. */
  readonly headline: string
}

export interface ResultRecord {
  readonly suite: string
  readonly case: string
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** A target id of this record. */
  readonly target: string
  readonly timer: TimerName | ForeignName
  /** Present where this is a second copy of a base, made to be held against it. */
  readonly control?: true
  readonly status: ResultStatus
  /** One sentence; null when the status is ok. */
  readonly error: string | null
  readonly wallNs: EstimateRecord | null
  readonly cpuNs: EstimateRecord | null
  /** Empty for a timer that keeps no samples apart. */
  readonly launches: readonly LaunchRecord[]
  /** Of a timer other than Steelyard's own; absent otherwise. */
  readonly timings?: readonly TimingRecord[]
  /** What another tool found; in foreign records alone. */
  readonly foreign?: ForeignResultRecord
  readonly warnings: readonly string[]
  /** Share of the samples that are labelled contended, 0 to 1; null or absent where nobody could tell. */
  readonly contendedShare?: number | null
  /** Launches that gave nothing, since a contender of the group was lost in them; absent in older records. */
  readonly lostLaunches?: readonly LostLaunchRecord[]
  /** What the engine did, by its own trace, in a launch of which no time was kept; null or absent where none was made. */
  readonly events?: EventsRecord | null
  /** What the engine did to each function; null or absent where it was not traced. */
  readonly code?: CodeRecord | null
  /** What was allocated and collected, by the engine's own trace; null or absent where nobody looked. */
  readonly memory?: MemoryRecord | null
  /** Calls timed one by one; null or absent where nobody looked. */
  readonly calls?: CallsRecord | null
  /** What a server gave beside its time per request; absent for a case that is a function. */
  readonly server?: ServerRecord
  /** What starts of an app gave beside their time; absent for what is not started to be timed. */
  readonly start?: StartRecord
}

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
  /** Answers a second, in tenths of a second. */
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

export interface LostLaunchRecord {
  readonly group: number
  readonly launch: number
  /** Whether this contender was lost itself, and not another one of its group. */
  readonly own: boolean
  /** Who was lost and why. */
  readonly error: string
}

/** What another timer said of one case in one process of its own. Nanoseconds per iteration. */
export interface TimingRecord {
  /** From 0. */
  readonly launch: number
  /** How long it was asked to time; what it does before and beside that comes on top. */
  readonly askedNs: number
  /** The value of this launch. */
  readonly headlineNs: number
  readonly minNs: number
  readonly p50Ns: number
  readonly p99Ns: number
  readonly maxNs: number
  /** How many samples it took, and how many iterations were in them. */
  readonly samples: number
  readonly iterations: number
  /** What it said of a function that does nothing, in the same process. */
  readonly emptyNs: number
}

/** One timer against Steelyard's own on the same contender. */
export interface AgreementRecord {
  readonly suite: string
  readonly case: string
  readonly params: Readonly<Record<string, string | number | boolean>>
  readonly target: string
  readonly timer: Exclude<TimerName, 'steelyard'>
  /** Its time ÷ Steelyard's, unpaired; null when one of them has no estimate. */
  readonly ratio: EstimateRecord | null
  /** Whether the interval of the ratio holds 1; null without a ratio. */
  readonly agrees: boolean | null
  /** What was found that can make a difference, one clause each; empty where they agree. */
  readonly causes: readonly string[]
}

export interface EstimateRecord {
  readonly value: number
  readonly lower: number
  readonly upper: number
  /** What the interval covers, e.g. 0.95. */
  readonly level: number
  /** Number of launches. */
  readonly n: number
}

export interface LaunchRecord extends WindowRecord {
  readonly group: number
  readonly launch: number
  /** Windows given up because some contender of the group changed its speed in them; not in any estimate. */
  readonly early: readonly WindowRecord[]
  /**
   * By which the work is shown to be done: batches taken after the window. Null where one iteration is too long for
   * that; absent in records from before.
   */
  readonly work?: WorkRecord | null
}

/** Wall times with the null batch taken out. */
export interface WorkRecord {
  readonly iterations: number
  /** Batches of that many iterations, and of twice as many, taken in turn. */
  readonly onceNs: readonly number[]
  readonly twiceNs: readonly number[]
  /** Batches of a case that does nothing; null where an iteration is far above that anyhow. */
  readonly empty: { readonly iterations: number; readonly batchesNs: readonly number[] } | null
}

/** Timed batches in a row, after a warm-up of their own. */
export interface WindowRecord {
  readonly iterationsPerBatch: number
  /** Position of each sample in the window's sequence of batches, which its group shares. */
  readonly order: readonly number[]
  /** Wall time of each batch ÷ iterations, the null batch taken out before. */
  readonly wallNs: readonly number[]
  /** CPU time of each batch ÷ iterations, the null batch taken out before; null where a reading is not to be had. */
  readonly cpuNs: readonly (number | null)[] | null
  /**
   * drifting: times were still moving when the warm-up had to end. never steady: it changed its speed in every window
   * it was given. bimodal: its samples fall into two kinds, further apart than noise brings them.
   */
  readonly warmup: {
    readonly state: 'steady' | 'drifting' | 'never steady' | 'bimodal'
    readonly batches: number
    readonly durationNs: number
  }
  /** Medians of batches without iterations: what was taken out of this window, and the host's time for one. */
  readonly nullBatch: { readonly wallNs: number; readonly hostNs: number; readonly cpuNs: number | null }
  /** What the kernel says of each batch; null or absent where nobody could tell. */
  readonly audit?: AuditRecord | null
}

/**
 * Evidence from outside of the process, one entry for each sample; null where the platform does not tell. All but the
 * wait is counted from the end of the contender's batch before.
 */
export interface AuditRecord {
  /** Time in which the main thread could have run and something other than its process had the core. */
  readonly waitedNs: readonly (number | null)[]
  /** How often the main thread was switched out although it could have gone on. */
  readonly preemptions: readonly (number | null)[]
  /** Time the hypervisor took from the core, in ticks of 10 ms. */
  readonly stolenNs: readonly (number | null)[]
  /** Whether the main thread was moved to another core. */
  readonly moved: readonly (boolean | null)[]
  /** Indices of the samples that are labelled contended, by the rule of `isContended`; they stay in every estimate. */
  readonly contended: readonly number[]
}

export type Verdict = 'faster' | 'slower' | 'same' | 'inconclusive'

export interface ComparisonRecord {
  readonly suite: string
  /** The head's case. */
  readonly case: string
  /** Present when two cases of one target are compared. */
  readonly baseCase?: string
  readonly headCase?: string
  readonly params: Readonly<Record<string, string | number | boolean>>
  readonly base: string
  readonly head: string
  readonly metric: 'wall' | 'cpu'
  /** Whether the two shared launches. Unpaired comparisons have a wider interval and no verdict. */
  readonly paired: boolean
  /** Head time ÷ base time. */
  readonly ratio: EstimateRecord
  readonly medianRatio: EstimateRecord | null
  /** The ratio without rounds in which either sample is contended; null or absent where there is nothing to leave out. */
  readonly uncontendedRatio?: EstimateRecord | null
  /** Head ÷ base on the clock that the verdict does not read, from the same launches; null where it saw nothing. */
  readonly otherClockRatio?: EstimateRecord | null
  readonly pValue: number | null
  readonly adjustedPValue: number | null
  readonly threshold: number
  readonly biasAllowance: number
  /** Whether the doctor found the allowance on this machine, or it is the one for machines it has not seen. */
  readonly biasSource?: 'measured' | 'assumed'
  readonly verdict: Verdict | null
  /** Why there is no verdict, or why it is inconclusive; null otherwise. */
  readonly reason: string | null
  /** True when sums and medians disagree beyond their intervals: the difference is in the tail. */
  readonly inTail: boolean
  /** How a copy of the base stood to the base in the same launches; absent when none was made. */
  readonly control?: ControlRecord
}

export interface ControlRecord {
  /** Copy ÷ base; null when the copy was lost. */
  readonly ratio: EstimateRecord | null
  /** Against an effect within the bias allowance; null without a ratio or its variance. */
  readonly pValue: number | null
  /** Whether nothing was found, as there is nothing to find. */
  readonly passed: boolean
}
