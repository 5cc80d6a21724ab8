import type { CallsRecord, CodeRecord, EventsRecord, MemoryRecord } from './diagnostics-record.ts'
import type { EstimateRecord } from './estimate-record.ts'
import type { ServerRecord, StartRecord } from './server-record.ts'

/**
 * The record of one run, `steelyard/run@1`. Times in nanoseconds, sizes in bytes, instants in ISO 8601.
 * The published schema, `run-1.schema.json`, says the same; change both together.
 */

export const SCHEMA = 'steelyard/run@1'

export interface RunRecord {
  readonly schema: typeof SCHEMA
  readonly id: string
  /** partial: something ended the run early; it has estimates, and no verdicts (records of older versions may hold some). */
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
  /** Which CPU that is; null where the platform does not tell, absent in older records. */
  readonly cpu?: CpuRecord | null
  /** null, as the memory, in a foreign record: its source does not tell. */
  readonly cores: number | null
  readonly memoryBytes: number | null
  readonly governor: string | null
  readonly virtualized: boolean | null
  readonly affinity: 'same-core' | 'all'
  readonly warnings: readonly string[]
}

/**
 * The numbers that a CPU's maker gave it; different CPUs call themselves the same. Of ARM: implementer, architecture,
 * part, and 16 × variant + revision. null for each that is not told.
 */
export interface CpuRecord {
  readonly vendor: string | null
  readonly family: number | null
  readonly model: number | null
  readonly stepping: number | null
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
  /**
   * Where it came to another speed late, beyond which each launch was warmed up; null where none was seen, absent where
   * there was no look or it could not tell.
   */
  readonly lateChange?: LateChangeRecord | null
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

/** Seen in two processes of its own before it was timed. */
export interface LateChangeRecord {
  /** Iterations, and their wall time, from the first of a process until then. */
  readonly iterations: number
  readonly durationNs: number
  /** Time of an iteration before ÷ after: above 1 where it got faster. */
  readonly speedUp: number
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
  /** Whether the interval of the ratio holds 1; null without a ratio, and in a partial record. */
  readonly agrees: boolean | null
  /** What was found that can make a difference, one clause each; empty where they agree. */
  readonly causes: readonly string[]
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
  /**
   * What other clocks saw of the window ÷ what the contender told, about 1 for an honest one: the host's, in the least
   * disturbed tenth of the batches, and the kernel's CPU clock of the main thread, in the median batch or in all
   * together, whichever is more. `empty` is what it told of a batch without iterations ÷ of the median batch. Absent in
   * records from before; null where nobody could tell.
   */
  readonly clockShares?: {
    readonly host: number
    readonly mainCpu: number | null
    readonly empty: number
  } | null
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
