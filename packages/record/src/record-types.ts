// Written by packages/record/scripts/write-record-types.ts from run-2.schema.json: change that, and write it again.

/**
 * What one command measured: times in nanoseconds, sizes in bytes, instants in ISO 8601, ratios as head
 * time ÷ base time. Every raw sample is kept, so that every estimate can be computed again. New fields
 * may be added; a changed meaning is a new version.
 */
export interface RunRecord {
  /** Name and version of this format. */
  readonly schema: 'steelyard/run@2'
  /** Identifies this run among all runs. */
  readonly id: string
  /**
   * partial: the run ended early. It holds what was measured until then: the verdicts of complete looks,
   * and estimates.
   */
  readonly status: 'complete' | 'partial'
  /** Arguments of the command, as given. */
  readonly command: readonly string[]
  /** Decides order and placement. */
  readonly seed: number
  /** When the command began. */
  readonly startedAt: string
  /** When the last launch ended. */
  readonly finishedAt: string
  /** The tool that measured. */
  readonly steelyard: {
    /** Version of Steelyard. */
    readonly version: string
    /** Commit it was run from; null when it was installed from a registry. */
    readonly commit: string | null
    /**
     * Number of the method by which times are measured and ratios estimated. Records of two methods are
     * never joined. null where another tool measured.
     */
    readonly estimator: number | null
  }
  readonly environment: EnvironmentRecord
  /** What the doctor found on this machine. null: before its first visit. */
  readonly doctor: {
    /** When the visit ended. */
    readonly visitedAt: string
    /** How long it took. */
    readonly seconds: number
    /**
     * The largest difference between equals that cannot be ruled out, as a fraction. Where kinds of work
     * are distinguished, the largest of all.
     */
    readonly biasAllowance: number
    /**
     * Bias allowance of each kind of work that the doctor could bound; empty where it did not distinguish
     * kinds.
     */
    readonly kinds: readonly {
      readonly kind: WorkKind
      /** What a comparison is widened by where both sides are known to be of this kind, as a fraction. */
      readonly biasAllowance: number
      /** Launches of equals of this kind, on which it rests. */
      readonly launches: number
    }[]
    /** How equals spread: standard deviations of log ratios. */
    readonly spreads: readonly {
      /** Id of the target; perhaps none of this record. */
      readonly target: string
      /** What was measured. */
      readonly case: string
      /** Standard deviation of whole launches. */
      readonly launchSd: number
      /** Between launches, beyond what their rounds explain. */
      readonly betweenSd: number
      /** Standard deviation of a round in its launch. */
      readonly withinSdPerRound: number
    }[]
  } | null
  /** The suites that were run. */
  readonly suites: readonly SuiteRecord[]
  /** The runtime builds that were run. Their ids are unique in a record. */
  readonly targets: readonly TargetRecord[]
  /** One for each case, parameters, target and timer. */
  readonly results: readonly ResultRecord[]
  /** Head against base, by the rules of the estimand and verdict. */
  readonly comparisons: readonly ComparisonRecord[]
  readonly compared: ComparedRecord | null
  /** Which flag of a head does what; empty where it was not asked for. */
  readonly attributions: readonly AttributionRecord[]
  /** Where contenders spend their time, of launches that are not timed; empty where it was not asked for. */
  readonly profiles: readonly ProfileRecord[]
  /**
   * What lies behind the verdicts of compared contenders, by their profiles; empty where it was not asked
   * for.
   */
  readonly causes: readonly CauseRecord[]
  /** Id of the record that this one repeats; null where it repeats none. */
  readonly rerunOf: string | null
  /** The timers besides Steelyard's own; empty where it was not asked for. */
  readonly timers: readonly TimerRecord[]
  /** How the timers stand to Steelyard's own; empty where it was not asked for. */
  readonly agreements: readonly AgreementRecord[]
  readonly foreign: ForeignRecord | null
  readonly fleet: FleetRecord | null
}

/** Present when the record was gathered from a fleet. */
export interface FleetRecord {
  /** Id of the request. */
  readonly request: string
  /**
   * Machines were added until every combined ratio was known to this fraction, 0.01 for 1 %: its interval
   * takes the wider quantile. null where the number of machines was fixed.
   */
  readonly untilWidth: number | null
}

/**
 * Present when another tool measured, and its file was imported: then there are no verdicts, and what
 * its source does not tell is null, or unknown.
 */
export interface ForeignRecord {
  /** Which tool. */
  readonly tool: 'workerd-bench' | 'node-bench' | 'deno-bench' | 'mitata' | 'hyperfine'
  /** Its version; null where its file does not say. */
  readonly version: string | null
  /** SHA-256 of the file. */
  readonly sha256: string
  /** When it was imported. */
  readonly importedAt: string
  /** Where the instants of the record come from: the source itself, or the time of its file. */
  readonly dated: 'source' | 'file'
}

/** What another tool found of a case. */
export interface ForeignResultRecord {
  /** Name of the statistic that it shows first. */
  readonly statistic: string
  /** Its value. Nanoseconds per iteration. */
  readonly wallNs: number
  /** CPU time of the statistic; null where the tool does not report it. Nanoseconds per iteration. */
  readonly cpuNs: number | null
  /** What the tool itself says of the error of its headline; null where it says nothing. */
  readonly interval: {
    /** Lower end. Nanoseconds per iteration. */
    readonly lower: number
    /** Upper end. Nanoseconds per iteration. */
    readonly upper: number
    /** What it covers, by the tool. */
    readonly level: number
  } | null
  /** Statistics by the names of the tool. Nanoseconds per iteration. */
  readonly statistics: Readonly<Record<string, number>>
  /** How many samples the statistics are of; null where the file does not say. */
  readonly samples: number | null
  /** The samples in the order of the file; null where it has none. Nanoseconds per iteration. */
  readonly samplesNs: readonly number[] | null
  /** CPU time of the samples. */
  readonly cpuSamplesNs: readonly number[] | null
  /** Whether each sample is a process of its own; only then has the result an estimate. */
  readonly byProcess: boolean
}

/** A value, the interval around it and the number of launches behind it. */
export interface EstimateRecord {
  /** The estimate. Nanoseconds for a time, none for a ratio. */
  readonly value: number
  /** Lower end of the interval, in the unit of the value. */
  readonly lower: number
  /** Upper end of the interval, in the unit of the value. */
  readonly upper: number
  /** What the interval covers, e.g. 0.95. */
  readonly level: number
  /** Number of launches. */
  readonly n: number
}

/** The machine, as it was seen when the run began. */
export interface EnvironmentRecord {
  /** Name of the operating system, e.g. linux. */
  readonly os: string
  /** Release of the kernel. */
  readonly kernel: string
  /** Model name of the processor. */
  readonly cpuModel: string
  /** Which processor it is, as several call themselves the same; null where the platform does not tell. */
  readonly cpu: {
    /**
     * As it calls its maker, e.g. AuthenticAMD; of ARM the code of the implementer, e.g. 0x41; of Apple
     * under macOS Apple. null where it does not tell.
     */
    readonly vendor: string | null
    /** On ARM the architecture, on Apple under macOS hw.cpufamily; null where unknown. */
    readonly family: number | null
    /** On ARM the part, on Apple under macOS hw.cpusubfamily; null where unknown. */
    readonly model: number | null
    /** On ARM 16 × variant + revision; null where unknown. */
    readonly stepping: number | null
  } | null
  /**
   * Equal where a runtime and its libraries choose the same code: codename or maker, family and model (of
   * ARM implementer and part), and a hash of the flags by which code is chosen, e.g. zen5-26.2-ff4994.
   * null where the platform does not tell.
   */
  readonly cpuId: string | null
  /**
   * What people call this kind of processor, e.g. zen5 or neoverse-v1; kinds of cores joined by +. null
   * where it is in no table.
   */
  readonly cpuCodename: string | null
  /**
   * Features of the processor by which engines and libraries choose code, as Linux names them, in
   * alphabetical order. A hypervisor may hide some. null where the platform does not report them.
   */
  readonly cpuFlags: readonly string[] | null
  /**
   * Its revision, as the kernel writes it; some hypervisors show 0xffffffff instead. null where it is
   * unavailable.
   */
  readonly microcode: string | null
  /** Caches that the first core sees, as the hypervisor shows them; null where they are unavailable. */
  readonly caches: readonly CacheRecord[] | null
  /** Hardware threads of a core (SMT), as the hypervisor shows them; null where it is unavailable. */
  readonly threadsPerCore: number | null
  /** Whose guest the machine is, e.g. KVM; null where there is none or it is unavailable. */
  readonly hypervisor: string | null
  /** Size of a page of memory. Bytes; null where it is unavailable. */
  readonly pageBytes: number | null
  /** When the kernel gives large pages unasked: always, madvise or never. null where it is unavailable. */
  readonly transparentHugePages: string | null
  /**
   * The C library of the system, which runtimes use unless they bring their own; null where it is
   * unavailable.
   */
  readonly cLibrary: {
    /** Which one. */
    readonly name: 'glibc' | 'musl'
    /** Its release, e.g. 2.36. */
    readonly version: string
  } | null
  /**
   * Random, by which records of one machine are distinguished from those of several; doctor --reset-id
   * makes another. It says nothing of a machine or a person. null where it cannot be kept.
   */
  readonly installationId: string | null
  /** Logical cores that the operating system shows; null in a foreign record. */
  readonly cores: number | null
  /** Main memory. Bytes; null in a foreign record. */
  readonly memoryBytes: number | null
  /** Frequency governor; null where it cannot be read. */
  readonly governor: string | null
  /** Whether this is a virtual machine; null where that is unknown. */
  readonly virtualized: boolean | null
  /** same-core: every process of a group ran on one core. all: on any core. */
  readonly affinity: 'same-core' | 'all'
  /** What about this machine harms the numbers. */
  readonly warnings: readonly WarningRecord[]
}

/** A cache of a processor. */
export interface CacheRecord {
  /** 1 is next to the core. */
  readonly level: number
  /** What it holds; unified: both. */
  readonly type: 'data' | 'instruction' | 'unified'
  /** Its size. Bytes. */
  readonly bytes: number
}

/** One question and the cases that answer it. */
export interface SuiteRecord {
  /** Unique in a record. */
  readonly name: string
  /** What the suite asks. */
  readonly question: string
  /** What is set against what. */
  readonly compare: 'cases' | 'targets'
  /** The case that others are set against. */
  readonly baseline: string
  /** SHA-256 of the bundle: the case and loop text, equal in every contender; null in a foreign record. */
  readonly bundleSha256: string | null
  /**
   * SHA-256 of the bundle, and of the apps of servers, without comments, spaces and names that bundling
   * makes of file names, so that it stays when a file is renamed. null in foreign records.
   */
  readonly codeSha256: string | null
  /**
   * What the cases are: the text of their functions as it stands in the bundle, which is what was
   * measured. null in foreign records, and where cases are apps.
   */
  readonly code: {
    /** Code that makes the state of a launch, at most its first 1,000 characters; null without one. */
    readonly setup: string | null
    /** Code by case id, at most the first 4,000 characters. */
    readonly cases: Readonly<Record<string, string>>
  } | null
  /** What the suite says of its cases, by case id. Empty where it says nothing. */
  readonly descriptions: Readonly<Record<string, string>>
  /** Present where the suite was made of a benchmark file that is written for another tool. */
  readonly adopted: {
    /** What the file is written for. */
    readonly dialect: string
    /** The name in the file of each case, after those of its groups, by case id. */
    readonly titles: Readonly<Record<string, string>>
  } | null
}

/** What the headers of an ELF file say of how it was made; what they do not say is null. */
export interface ElfRecord {
  /**
   * File name of the dynamic loader: ld-linux-x86-64.so.2 is glibc's, ld-musl-x86_64.so.1 musl's; null
   * for none.
   */
  readonly loader: string | null
  /**
   * Shared libraries that it asks the loader for, in its order; null where its table of them has no
   * names.
   */
  readonly libraries: readonly string[] | null
  /** Compilers and linkers that left their name in it; null where none did. */
  readonly compilers: readonly string[] | null
}

/** A runtime build with its flags and environment. */
export interface TargetRecord {
  /** Unique in a record, e.g. node@26.10.0 --max-semi-space-size=64; never a path. */
  readonly id: string
  /** node, deno, bun or workerd, or the shell of an engine: d8, jsc, js, qjs or hermes. */
  readonly runtime: string
  /** Version as the build reports it; unknown where a shell reports none. */
  readonly version: string
  /** The JavaScript engine inside. */
  readonly engine: {
    /** v8, jsc, spidermonkey, quickjs or hermes. */
    readonly name: string
    /** Version of the engine. */
    readonly version: string
  }
  /** Flags, as given. */
  readonly flags: readonly string[]
  /** Environment variables that were set for it, by name. */
  readonly environment: Readonly<Record<string, string>>
  /** The file that was run. */
  readonly binary: {
    /**
     * npm: from the registry, checked against its integrity hash. path: given by the user. unknown: in a
     * foreign record.
     */
    readonly source: 'npm' | 'path' | 'unknown'
    /** SHA-256 of the file; null where unknown. */
    readonly sha256: string | null
    /**
     * What its headers say of how it was made; null where it is no ELF file, such as a script, or was not
     * read.
     */
    readonly elf: ElfRecord | null
  }
  /** What the build says of how it was made, by name; null where it was not asked. */
  readonly build: Readonly<Record<string, string>> | null
  /** What a reader must know of its build and flags. */
  readonly warnings: readonly WarningRecord[]
  /** Compatibility date of workerd; null for other runtimes. */
  readonly compatibilityDate: string | null
  /** Cores that the runtime itself saw; null where it cannot tell. */
  readonly hardwareConcurrency: number | null
  /**
   * runtime: batches were timed inside the process. host: from outside, the channel taken out (no
   * longer).
   */
  readonly clock: 'runtime' | 'host'
  /** Smallest difference that clock can tell. Nanoseconds; null in a foreign record. */
  readonly clockResolutionNs: number | null
  /** Median wall time of a null batch, seen by the host. Nanoseconds; null in a foreign record. */
  readonly channelCostNs: number | null
  /**
   * Median CPU time of a null batch; each window takes out its own. Nanoseconds; null where it is not to
   * be had.
   */
  readonly channelCpuNs: number | null
}

/**
 * A warning as a value: its code, its figures, each with its unit in its name, and names and messages
 * from elsewhere. A figure that is no number is null. Codes may be added; what one means does not
 * change.
 */
export interface WarningRecord {
  /** What kind it is, e.g. drifting-warm-up. */
  readonly code: string
  readonly [name: string]: number | string | null
}

/** What one case did in one target. */
export interface ResultRecord {
  /** Name of a suite of this record. */
  readonly suite: string
  /** Id of the case. */
  readonly case: string
  /** Parameter values by name; empty for a suite without parameters. */
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** Id of a target of this record. */
  readonly target: string
  /** Who timed the case. */
  readonly timer:
    | 'steelyard'
    | 'mitata'
    | 'tinybench'
    | 'workerd-bench'
    | 'node-bench'
    | 'deno-bench'
    | 'hyperfine'
  /** Whether this is a second copy of a base, made to be compared with it. */
  readonly control: boolean
  /**
   * Timed batches of it in each launch, all together, as the run planned them: the same in all runs,
   * unless their time is short or --window says otherwise. null for servers and starts, and in foreign
   * records. Nanoseconds.
   */
  readonly windowNs: number | null
  /** ok: measured. The error says why for every other. */
  readonly status: 'ok' | 'failed' | 'crashed' | 'timeout' | 'unsupported'
  /** Why it was not measured, or why its times are invalid; null when the status is ok. */
  readonly error: WarningRecord | null
  /** Wall time per iteration; null when nothing was measured. Nanoseconds. */
  readonly wallNs: EstimateRecord | null
  /** CPU time per iteration, channel cost taken out; null where a reading is not to be had. Nanoseconds. */
  readonly cpuNs: EstimateRecord | null
  /** Every launch with its raw samples; empty for a timer that keeps no samples apart. */
  readonly launches: readonly LaunchRecord[]
  /** Every launch of a timer other than Steelyard's own; empty otherwise. */
  readonly timings: readonly TimingRecord[]
  /** What another tool found; in foreign records alone. */
  readonly foreign: ForeignResultRecord | null
  /** What a reader must know of these numbers. */
  readonly warnings: readonly WarningRecord[]
  /** Share of the samples that are labelled contended, 0 to 1; null where it could not be read. */
  readonly contendedShare: number | null
  /** Launches that gave nothing, since a contender of the group was lost in them. */
  readonly lostLaunches: readonly LostLaunchRecord[]
  /**
   * What the engine did, by its own trace, in a launch of which no time was kept; null where none was
   * made.
   */
  readonly events: EventsRecord | null
  /**
   * Whether the case gives a promise; null where that is not known, and for cases with a loop of their
   * own.
   */
  readonly asynchronous: boolean | null
  /**
   * Where it came to another speed late, beyond which each launch was warmed up; null where none was
   * seen, also where none was looked for.
   */
  readonly lateChange: LateChangeRecord | null
  /** What was allocated and collected, by the engine's own trace; null where it was not looked for. */
  readonly memory: MemoryRecord | null
  /** What the kernel counted, such as page faults; null where it was not asked for. */
  readonly usage: UsageRecord | null
  /**
   * Which functions allocate how much; null where it was not asked for, and where the engine has no
   * sampler of allocations.
   */
  readonly allocations: AllocationsRecord | null
  /**
   * Which of its functions came to which tier of the engine's compilers, and when; null where it was not
   * asked for.
   */
  readonly tiers: TiersRecord | null
  /** Calls timed one by one; null where it was not looked for. */
  readonly calls: CallsRecord | null
  /** What a server gave besides its time per request; null for a case that is a function. */
  readonly server: ServerRecord | null
  /** What starts of an app gave besides their time; null for what is not started to be timed. */
  readonly start: StartRecord | null
}

/** What a timer other than Steelyard's own said of one case in one process. */
export interface TimingRecord {
  /** Number of the launch, from 0. */
  readonly launch: number
  /** How long it was asked to time; what it does before and besides comes on top. Nanoseconds. */
  readonly askedNs: number
  /** The number it stands by: the value of this launch. Nanoseconds per iteration. */
  readonly headlineNs: number
  /** Nanoseconds per iteration. */
  readonly minNs: number
  /** Median. Nanoseconds per iteration. */
  readonly p50Ns: number
  /** 99th percentile. Nanoseconds per iteration. */
  readonly p99Ns: number
  /** Nanoseconds per iteration. */
  readonly maxNs: number
  /** Samples that these describe. */
  readonly samples: number
  /** Iterations in those samples. */
  readonly iterations: number
  /** What it said of a function that does nothing, in the same process. Nanoseconds. */
  readonly emptyNs: number
}

/** A timer that took the place of Steelyard's own, or the tool of a foreign record. */
export interface TimerRecord {
  /** As in results. */
  readonly name: 'mitata' | 'tinybench' | 'workerd-bench' | 'node-bench' | 'deno-bench' | 'hyperfine'
  /** null for one that is a part of the runtime. */
  readonly version: string | null
  /** Which of its numbers is the value of a launch. */
  readonly headline: string
}

/** One timer against Steelyard's own on the same case, parameters and target. */
export interface AgreementRecord {
  /** Name of a suite of this record. */
  readonly suite: string
  /** Id of the case. */
  readonly case: string
  /** Parameter values by name; empty for a suite without parameters. */
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** Id of a target of this record. */
  readonly target: string
  /** As in results. */
  readonly timer: 'mitata' | 'tinybench' | 'workerd-bench'
  /** Its time ÷ Steelyard's, unpaired; null when one of them has no estimate. */
  readonly ratio: EstimateRecord | null
  /**
   * Whether the interval of the ratio holds 1; null without a ratio, with a time of zero, and in a
   * partial record.
   */
  readonly agrees: boolean | null
  /** What was found that can make a difference, one clause each; empty where they agree. */
  readonly causes: readonly string[]
}

/**
 * Timed batches in a row, after a warm-up of their own: order, wallNs and cpuNs have one entry for each
 * batch.
 */
export interface WindowRecord {
  /** Calibrated, then fixed for the window. */
  readonly iterationsPerBatch: number
  /** Position of each sample in the window's sequence of batches, which its group shares. */
  readonly order: readonly number[]
  /** Wall time of each batch ÷ iterations, the null batch taken out before. Nanoseconds. */
  readonly wallNs: readonly number[]
  /**
   * CPU time of each batch ÷ iterations, the null batch taken out before; null where a reading is not to
   * be had. Nanoseconds.
   */
  readonly cpuNs: readonly (number | null)[] | null
  /** What went before the first sample. */
  readonly warmup: {
    readonly state: Steadiness
    /** Number of warm-up batches. */
    readonly batches: number
    /** Wall time of the warm-up. Nanoseconds. */
    readonly durationNs: number
  }
  /** What the kernel says of each batch; null where it could not be read. */
  readonly audit: AuditRecord | null
  /** Times of other clocks ÷ what the contender reported; null where they could not be read. */
  readonly clockShares: ClockSharesRecord | null
  /**
   * CPU time of the other contenders of the group while these batches ran ÷ the time of the batches; null
   * where it was not read.
   */
  readonly backgroundShare: number | null
  /**
   * Medians of batches without iterations: what was taken out of this window, and the host's time for
   * one.
   */
  readonly nullBatch: {
    /** On the clock that times the target. Nanoseconds. */
    readonly wallNs: number
    /** From the host's command to its having the answer. Nanoseconds. */
    readonly hostNs: number
    /** CPU time of the whole process. Nanoseconds. */
    readonly cpuNs: number | null
  }
}

/** What other clocks saw of a window ÷ what the contender reported; about 1 for an honest one. */
export interface ClockSharesRecord {
  /** Share by the host's clock, in the least disturbed tenth of the batches. */
  readonly host: number
  /**
   * Share by the kernel's CPU clock of the main thread, in the median batch or in all together, whichever
   * is more; null where it cannot be read.
   */
  readonly mainCpu: number | null
  /** What it reported of a batch without iterations ÷ of the median batch. */
  readonly empty: number
  /** Shares of the batches that waited least for the core. */
  readonly least: LeastClockSharesRecord
}

/** What other clocks saw of the batches that waited least for the core ÷ what the contender reported. */
export interface LeastClockSharesRecord {
  /** Share by the host's clock, without the waits. */
  readonly host: number
  /** Share by the kernel's CPU clock of the main thread; null where it cannot be read. */
  readonly mainCpu: number | null
  /** What it reported of its fastest batch without iterations ÷ of the median batch. */
  readonly empty: number
}

/** A clock that ratios read: wall for elapsed time, cpu for the CPU time of the process. */
export type Metric = 'wall' | 'cpu'

/**
 * few: stalls took less than 0.5 % of the warm-ups before. any-core: the contenders were on any core.
 * no-meter: none can be had there. failed: it ended, or hardly ever woke.
 */
export type UnwatchedReason = 'few' | 'any-core' | 'no-meter' | 'failed'

/** Before, within or after the batches that a timed launch would keep. */
export type LaunchPhase = 'warm-up' | 'window' | 'after'

/**
 * drifting: times were still moving when the warm-up had to end. never steady: it changed its speed in
 * every window it was given. bimodal: its samples fall into two kinds, further apart than noise brings
 * them.
 */
export type Steadiness = 'steady' | 'drifting' | 'never steady' | 'bimodal'

/**
 * A kind of work. awaiting: the case gives promises. computing: batches in which the engine collected,
 * optimised or deoptimised take under 1 % of a traced launch. allocating: it collected in more of them.
 */
export type WorkKind = 'computing' | 'allocating' | 'awaiting'

/** What happened in the timed batches of a traced launch. */
export interface EventsRecord {
  /** All timed batches of the launch. */
  readonly batches: number
  /** What those took. */
  readonly timedNs: number
  /** What those took in which anything of this happened: an upper bound of what it took itself. */
  readonly eventfulNs: number
  /** Functions that were compiled by an optimising compiler. */
  readonly tierUps: EventCountRecord
  /** Exits from optimised code. */
  readonly deoptimisations: EventCountRecord
  /** Runs of the garbage collector. */
  readonly collections: EventCountRecord
}

/** How often something happened. */
export interface EventCountRecord {
  /** How often in all batches. */
  readonly count: number
  /** In how many of the batches. */
  readonly batches: number
}

/**
 * What one process of its own, of which no time was kept, allocated and collected after its warm-up.
 * What its engine does not tell is null, and missing says why.
 */
export interface MemoryRecord {
  /** Iterations that all of this is about. */
  readonly iterations: number
  /**
   * heap: bytes are those of the JavaScript heap alone. all: the engine counts what lies outside of it,
   * such as the contents of an ArrayBuffer, together with it.
   */
  readonly counts: 'heap' | 'all'
  /** Bytes allocated per iteration. */
  readonly bytesPerIteration: number | null
  /** Bytes allocated per iteration outside of the heap. */
  readonly externalBytesPerIteration: number | null
  /** Collections of the young generation: V8's scavenges, JavaScriptCore's eden collections. */
  readonly minor: CollectionsRecord
  /** Collections of everything. */
  readonly full: CollectionsRecord
  /** What was left when all garbage was collected in the end. */
  readonly heapAfterFullBytes: number | null
  /** Shares of the CPU time of the process, 0 to 1. */
  readonly cpuShare: CpuShareRecord | null
  /**
   * Time in which the main thread could have run and another process had its core; pauses may hold it.
   * Nanoseconds.
   */
  readonly waitedNs: number | null
  /** Field → why it is null; pauses → why they stand for more than the collector. */
  readonly missing: Readonly<Record<string, WarningRecord>>
}

/** Shares of the CPU time of a process. */
export interface CpuShareRecord {
  /** The main thread in the collector's pauses, in which it may wait for helpers: it is at most this. */
  readonly collectorMain: number
  /** All threads but the main one, which collect and compile. */
  readonly helperThreads: number
}

/** Collections of one kind. minor: of what is young. full: of everything. */
export interface CollectionsRecord {
  /** In all iterations. */
  readonly count: number
  /** How long the program stood still for them. Nanoseconds. */
  readonly pauseTotalNs: number
  /** The longest pause; null without one. Nanoseconds. */
  readonly pauseLongestNs: number | null
}

/**
 * What the kernel counted of launches of their own, of which no time was kept: one process alone on a
 * core, all its threads. A null was not to be had.
 */
export interface UsageRecord {
  /** Every such launch. */
  readonly launches: readonly UsageLaunchRecord[]
  readonly perIteration: UsagePerIterationRecord
}

/** What the kernel counted of one launch after its warm-up. */
export interface UsageLaunchRecord {
  /** Iterations that the work is of. */
  readonly iterations: number
  /** Messages that asked for them, and as many that asked for none. */
  readonly commands: number
  /** While these iterations ran. */
  readonly work: UsageCountsRecord
  /** While the messages that asked for none were answered: what asking costs. */
  readonly idle: UsageCountsRecord
}

/** Counts of all threads of a process between two readings. */
export interface UsageCountsRecord {
  /** Page faults without a read from a disk: mostly a first touch of new memory. */
  readonly minorFaults: number | null
  /** Page faults that waited for a read from a disk. */
  readonly majorFaults: number | null
  /** Times that a thread gave up its core, since it waited for something. */
  readonly voluntarySwitches: number | null
  /** Times that the kernel took the core away from a thread. */
  readonly involuntarySwitches: number | null
  /** System calls that read. */
  readonly reads: number | null
  /** System calls that write. */
  readonly writes: number | null
  /** CPU time in the program, in ticks of 10 ms. Nanoseconds. */
  readonly userNs: number | null
  /** CPU time in the kernel, in ticks of 10 ms. Nanoseconds. */
  readonly systemNs: number | null
}

/**
 * Per iteration, what asking costs taken out: the mean over the launches, with Student's t. It can be
 * below 0 by chance.
 */
export interface UsagePerIterationRecord {
  /** Page faults without a read from a disk: mostly a first touch of new memory. */
  readonly minorFaults: EstimateRecord | null
  /** Page faults that waited for a read from a disk. */
  readonly majorFaults: EstimateRecord | null
  /** Times that a thread gave up its core, since it waited for something. */
  readonly voluntarySwitches: EstimateRecord | null
  /** Times that the kernel took the core away from a thread. */
  readonly involuntarySwitches: EstimateRecord | null
  /** System calls that read. */
  readonly reads: EstimateRecord | null
  /** System calls that write. */
  readonly writes: EstimateRecord | null
  /** CPU time in the program, in ticks of 10 ms. Nanoseconds. */
  readonly userNs: EstimateRecord | null
  /** CPU time in the kernel, in ticks of 10 ms. Nanoseconds. */
  readonly systemNs: EstimateRecord | null
}

/**
 * What the engine sampled of the allocations on its heap, in launches of this contender alone, of which
 * no time is kept.
 */
export interface AllocationsRecord {
  /** Bytes that are allocated between two samples, on average. */
  readonly intervalBytes: number
  /**
   * Time of an iteration in these launches ÷ in the timed ones, with inlined functions: what sampling
   * itself costs; null when unknown.
   */
  readonly slowdown: number | null
  /** Every such launch. */
  readonly launches: readonly AllocationLaunchRecord[]
  /**
   * All that is allocated in an iteration, also what no site has: the mean over the launches, with
   * Student's t. Null under two launches. Bytes.
   */
  readonly bytesPerIteration: EstimateRecord | null
  /** Bytes per iteration in launches whose compilers inline no function. */
  readonly plainBytesPerIteration: EstimateRecord | null
  /**
   * Where it is allocated, most first; what is under 0.1 % in both kinds of launches is left out, and all
   * but the first 50.
   */
  readonly sites: readonly AllocationSiteRecord[]
}

/** One launch whose allocations were sampled. */
export interface AllocationLaunchRecord {
  /**
   * Whether the engine inlined functions, as it does in timed launches. An inlined function counts as the
   * one around it.
   */
  readonly isInlined: boolean
  /** Iterations that were sampled. */
  readonly iterations: number
  /** Allocated in these, as the engine estimates it. */
  readonly bytes: number
  /** Bytes of each site, in the order of sites. */
  readonly siteBytes: readonly number[]
}

/** A function that allocates. */
export interface AllocationSiteRecord {
  /**
   * The innermost function of the suite on the stack, by its name; the id of the case where the engine
   * shows it as a part of the loop that calls it; null where there was none.
   */
  readonly functionName: string | null
  /** Where this function begins, as file:line; null where unknown. */
  readonly source: string | null
  /** What that function called and what allocated; null where it did itself. */
  readonly callee: string | null
  readonly kind: PlaceKind
  /** Without what it calls: the mean over the launches, with Student's t. Null under two launches. Bytes. */
  readonly bytesPerIteration: EstimateRecord | null
  /**
   * Bytes per iteration in launches whose compilers inline no function, where each function counts as
   * itself.
   */
  readonly plainBytesPerIteration: EstimateRecord | null
}

/** What the engine logged of a launch of this contender alone, of which no time is kept. */
export interface TiersRecord {
  /**
   * Time of an iteration in this launch ÷ in the timed ones: what logging itself costs; null when
   * unknown.
   */
  readonly slowdown: number | null
  /** Iterations in its window. */
  readonly windowIterations: number
  /** What this engine does not log: places in files, or compilations that do not end. */
  readonly lacks: readonly ('positions' | 'unfinished')[]
  /** False where the engine logged more than is kept. */
  readonly isComplete: boolean
  /**
   * Functions of the suite, and the loop that calls them, in the order in which the engine named them
   * first.
   */
  readonly functions: readonly FunctionTiersRecord[]
}

/** What became of one function. */
export interface FunctionTiersRecord {
  /** As the engine has it. */
  readonly name: string
  /** Where it begins, as file:line; null where unknown, and for the loop. */
  readonly source: string | null
  /** Size of its bytecode; null where the engine did not log it. */
  readonly bytecodeBytes: number | null
  /**
   * The tier that calls ran in when the window began, by the engine's own name; behind 'left ' where that
   * code had been left.
   */
  readonly tier: string
  /** Code that it came to have, in order; the first tier needs none. */
  readonly code: readonly TierCodeRecord[]
  /** Times that optimised code was left, each reason, place and phase once. */
  readonly deoptimisations: readonly DeoptimisationRecord[]
  /** Tiers whose compilation had begun and had not ended with the window. */
  readonly unfinished: readonly string[]
}

/** Code of a function, and when it was there. */
export interface TierCodeRecord {
  /** The engine's own name of the tier. */
  readonly tier: string
  /** Whether it is entered in the middle of a loop. */
  readonly isLoop: boolean
  /** Its size. */
  readonly bytes: number
  /** Iterations of the case that were done by then; it was not so before the batch that ended there. */
  readonly iterations: number
  /** What these took, from the first on. Nanoseconds. */
  readonly elapsedNs: number
  readonly phase: LaunchPhase
}

/** Optimised code that was left, and when first. */
export interface DeoptimisationRecord {
  /** In the engine's own words. */
  readonly reason: string
  /** The place in the suite's files, as file:line; null where unknown. */
  readonly source: string | null
  /** How often. */
  readonly count: number
  /** Iterations of the case that were done by then; it was not so before the batch that ended there. */
  readonly iterations: number
  /** What these took, from the first on. Nanoseconds. */
  readonly elapsedNs: number
  readonly phase: LaunchPhase
}

/** Single calls in a process of their own, in wall time on the runtime's own clock. */
export interface CallsRecord {
  /** Every call, what the clock costs taken out. Nanoseconds. */
  readonly wallNs: readonly number[]
  /**
   * Calls of a case that does nothing, nothing taken out: their median is the cost, their spread the
   * doubt. Nanoseconds.
   */
  readonly emptyNs: readonly number[]
  /** Mean. Nanoseconds. */
  readonly meanNs: number | null
  /** Median. Nanoseconds. */
  readonly p50Ns: number | null
  /** 95th percentile. Nanoseconds. */
  readonly p95Ns: number | null
  /** 99th percentile. Nanoseconds. */
  readonly p99Ns: number | null
  /** Longest. Nanoseconds. */
  readonly maxNs: number | null
  /** Field → why it is null. */
  readonly missing: Readonly<Record<string, WarningRecord>>
  readonly budget: BudgetRecord | null
}

/** How many calls took longer than was allowed; null where no budget was given. */
export interface BudgetRecord {
  /** What a call may take. Nanoseconds. */
  readonly budgetNs: number
  /** Share of calls over it in wall time. */
  readonly overInWall: ShareRecord | null
  /** Share of calls over it in CPU time of the whole process: its helper threads count. */
  readonly overInCpu: ShareRecord | null
  /** Field → why it is null. */
  readonly missing: Readonly<Record<string, WarningRecord>>
}

/** A share of calls, with the interval of Clopper and Pearson. */
export interface ShareRecord {
  /** Share, 0 to 1. */
  readonly value: number
  /** Lower end of the interval. */
  readonly lower: number
  /** Upper end of the interval. */
  readonly upper: number
  /** What the interval covers. */
  readonly level: number
  /** Number of calls. */
  readonly n: number
}

/** A launch that gave nothing and was made again without the contenders it lost. */
export interface LostLaunchRecord {
  /** Group of the launch. */
  readonly group: number
  /** Number of the launch in its group, from 0. */
  readonly launch: number
  /** Whether this contender was lost itself, and not another one of its group. */
  readonly own: boolean
  /** Who was lost and why. */
  readonly error: string
}

/**
 * Evidence from outside of the process, summed over the samples; null where the platform does not tell.
 * All but waitedNs is counted from the end of the contender's batch before.
 */
export interface AuditRecord {
  /**
   * Time in which the main thread could have run and something other than the processes of its group had
   * the core; not the meter of stalls. Nanoseconds.
   */
  readonly waitedNs: number | null
  /**
   * How often the main thread was switched out although it could have gone on, also by threads of its own
   * process.
   */
  readonly preemptions: number | null
  /** Time the hypervisor took from the core, in ticks of 10 ms; null on bare metal. Nanoseconds. */
  readonly stolenNs: number | null
  /** In how many samples the main thread was moved to another core. */
  readonly moved: number | null
  /**
   * Indices of the samples labelled contended: waited for more than 2 % of the batch, stolen or moved.
   * They stay in every estimate.
   */
  readonly contended: readonly number[]
}

/**
 * What a meter on the core saw while the window lasted: a thread that sleeps to one moment after
 * another, and is late where the core stood still.
 */
export interface StallsRecord {
  /**
   * fifo: a real-time thread. ordinary: one without that right; what it waited behind others is taken
   * off.
   */
  readonly meter: 'fifo' | 'ordinary'
  /** Mean length of a sleep. Nanoseconds. */
  readonly periodNs: number
  /** How late it woke in the median, which is no stall. Nanoseconds. */
  readonly ordinaryNs: number
  /** Beyond this a late wake-up is a stall. Nanoseconds. */
  readonly thresholdNs: number
  /**
   * What stalls took of the wall time of each whole batch, at least; null for a batch that was not
   * watched. Nanoseconds.
   */
  readonly claimedNs: readonly (number | null)[]
  /** How many stalls reached into each batch; null as in claimedNs. */
  readonly counts: readonly (number | null)[]
  /** What of that the CPU clock counted, at least; null where that clock was not read. Nanoseconds. */
  readonly cpuClaimedNs: readonly (number | null)[] | null
  /**
   * Stalls took more than a fifth of the batches of the whole group in this launch: no corrected estimate
   * counts it, of no contender.
   */
  readonly void: boolean
}

/** No meter watched the core while the window lasted. */
export interface UnwatchedStallsRecord {
  /** What sets it apart from a window that was watched. */
  readonly meter: 'off'
  /** Why not. */
  readonly why: UnwatchedReason
}

/**
 * Time in batches and what stalls took of it, over the launches that count. Nanoseconds of the
 * comparison's clock.
 */
export interface StallSumsRecord {
  /** As it was timed. */
  readonly rawNs: number
  /** What stalls took. */
  readonly claimedNs: number
  /** The difference. */
  readonly correctedNs: number
  /** How many reached into a batch. */
  readonly stalls: number
  /** In a second of raw time; null without any. */
  readonly stallsPerSecond: number | null
}

/** A ratio without the time in which the core stood still. */
export interface WithoutStallsRecord {
  /** Name and version of the estimator. */
  readonly estimator: 'sums-less-stalls@1'
  /** How the ratio is made. */
  readonly formula: string
  /** Head time ÷ base time, what stalls took left out; null with fewer than two launches that count. */
  readonly ratio: EstimateRecord | null
  /** Launches that count: watched from the first batch to the last, and not void. */
  readonly launches: number
  /** Launches that were void. */
  readonly voidLaunches: number
  readonly base: StallSumsRecord
  readonly head: StallSumsRecord
  /**
   * How often stalls that know nothing of head and base fall on both as unlike as here; null without a
   * stall.
   */
  readonly alikePValue: number | null
  /**
   * The two sides lose time unlike beyond chance (under 0.05): stalls follow a contender, and may be its
   * own doing. The uncorrected ratio alone holds where that is hardly chance (under 0.01). Elsewhere no
   * verdict is stated that only one of both ratios has.
   */
  readonly follow: boolean
}

/** How a copy of the base stood to the base in the same launches. */
export interface ControlRecord {
  /** Copy ÷ base. null: the copy was lost. */
  readonly ratio: EstimateRecord | null
  /** Against an effect within the bias allowance. null: without a ratio or its variance. */
  readonly pValue: number | null
  /** Whether nothing was found, as there is nothing to find. */
  readonly passed: boolean
}

/** One fresh process and its samples: order, wallNs and cpuNs have one entry for each batch. */
export interface LaunchRecord extends WindowRecord {
  /** Contenders with the same group, launch and suite shared the core. */
  readonly group: number
  /** Number of the launch in its group, from 0. */
  readonly launch: number
  /** What stalls of the core took from each batch. null where batches are no stretches of time. */
  readonly stalls: StallsRecord | UnwatchedStallsRecord | null
  /** Windows given up because some contender of the group changed its speed in them; not in any estimate. */
  readonly early: readonly WindowRecord[]
  /** Batches that show that the work is done; null where one iteration is too long for them. */
  readonly work: WorkRecord | null
  /**
   * What was seen of the core between batches, turns of servers or starts; null where it was not read,
   * and where an earlier result has it: contenders of a launch share a core.
   */
  readonly sharing: CoreSharingRecord | null
}

/**
 * The ratio in the launches in which something else used the other hardware thread of the core least,
 * and in those in which most. No verdict reads it.
 */
export interface ComparisonSharingRecord {
  /**
   * Share of the moments that saw it used, over the shared launches that looked: a width ratio over 1.1
   * times the level of that core, where the ratios of the whole run crowd first.
   */
  readonly usedShare: number
  /**
   * How likely ratio and slowdown of the launches go together as much in rank where the ratio knows
   * nothing of the use. Not corrected for the number of comparisons.
   */
  readonly pValue: number
  /** The half of these launches with the smallest slowdown; the middle one of an odd number is in neither. */
  readonly least: SharingHalfRecord
  /** The half with the largest. */
  readonly most: SharingHalfRecord
}

/** Half of the launches of a comparison. */
export interface SharingHalfRecord {
  /** Share of the moments that saw the other hardware thread used, the mean of the launches. */
  readonly usedShare: number
  /** Time of code that fills the core ÷ its time at the level of that core, the mean of the launches. */
  readonly slowdown: number
  /** Head time ÷ base time. */
  readonly ratio: EstimateRecord
}

/** Whether something else used the other hardware thread of a core. */
export interface CoreSharingRecord {
  /** Number of the core, as the system counts them. */
  readonly core: number
  /**
   * Time of code that fills the core ÷ time of code that waits for its own results, at moments between
   * batches, turns of servers or starts, in order. It rises while the other hardware thread is used; its
   * level depends on the CPU.
   */
  readonly widthRatios: readonly number[]
}

/** Batches taken after the window, each after a lead-in: wall time, the null batch taken out. */
export interface WorkRecord {
  /** Half as many as in a batch of the window. */
  readonly iterations: number
  /** Batches of that many iterations. Nanoseconds. */
  readonly onceNs: readonly number[]
  /** Batches of twice as many iterations, taken in turn with the others. Nanoseconds. */
  readonly twiceNs: readonly number[]
  /**
   * A case that does nothing, in a loop of its own in the same process; null where an iteration is far
   * above that anyhow.
   */
  readonly empty: {
    /** Iterations of each of these batches. */
    readonly iterations: number
    /** Nanoseconds. */
    readonly batchesNs: readonly number[]
  } | null
}

/** When a comparison may have a verdict, fixed before its first launch. */
export interface LookPlanRecord {
  /** Launches before the first look. */
  readonly first: number
  /** Launches that are planned, N. */
  readonly planned: number
  /** Correlation of neighbouring launches that the tests allow for. */
  readonly lagOne: number
}

/**
 * A planned look at a comparison. Of the looks so far that found the same side, the smallest p-value
 * divided by its weight is what Holm corrects.
 */
export interface LookRecord {
  /** Sound launches that it read. */
  readonly launches: number
  /** Share of the error that it may spend. */
  readonly weight: number
  /** Head time ÷ base time. */
  readonly ratio: number
  /** Against an effect within the bias allowance; 1 where something kept the look from deciding. */
  readonly pValue: number
  /** Against a difference beyond the threshold; 1 where something kept the look from deciding. */
  readonly samePValue: number
}

/** One head against one base: two cases of one target, or one case in two targets. */
export interface ComparisonRecord {
  /** Name of a suite of this record. */
  readonly suite: string
  /** The head's case. */
  readonly case: string
  /** The base's case: another one where two cases of one target are compared. */
  readonly baseCase: string
  /** Parameter values by name; empty for a suite without parameters. */
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** Id of a target of this record. */
  readonly base: string
  /** Id of a target of this record. */
  readonly head: string
  /** The clock that the ratio and the verdict read. */
  readonly metric: Metric
  /**
   * Whether the two shared launches. Others have a verdict only where they are compared through a
   * baseline.
   */
  readonly paired: boolean
  /**
   * Case through which two that share no launch are compared: (head ÷ it) × (it on one target ÷ it on the
   * other) ÷ (base ÷ it). null elsewhere.
   */
  readonly through: string | null
  /** Head time ÷ base time, from sums. */
  readonly ratio: EstimateRecord
  /** Head time ÷ base time, from the median of paired logs; null when unpaired. */
  readonly medianRatio: EstimateRecord | null
  /**
   * The ratio without rounds in which either sample is contended; null where there is nothing to leave
   * out.
   */
  readonly uncontendedRatio: EstimateRecord | null
  /**
   * The ratio without stalls of the core. null where no launch was watched from its first batch to its
   * last.
   */
  readonly withoutStalls: WithoutStallsRecord | null
  /**
   * The ratio with more and less use of the other hardware thread of the core. null where fewer than ten
   * shared launches saw it.
   */
  readonly sharing: ComparisonSharingRecord | null
  /**
   * Head time ÷ base time on the clock that the verdict does not read, from the same launches; null where
   * it saw nothing.
   */
  readonly otherClockRatio: EstimateRecord | null
  /** Against an effect no larger than the bias allowance. */
  readonly pValue: number | null
  /** The p-value after Holm over the verdicts of the command. */
  readonly adjustedPValue: number | null
  /** The smallest difference that matters, as a fraction: 0.01 is 1 %. */
  readonly threshold: number
  /**
   * What this machine makes up by itself, as a fraction; it widens the interval. The one that the verdict
   * used.
   */
  readonly biasAllowance: number
  /**
   * The kind of work whose allowance it is, which both sides are known to be. null: the largest of all,
   * since the kinds are not known.
   */
  readonly biasKind: WorkKind | null
  /**
   * Whether the doctor found the allowance on this machine, or it is not measured: on this machine, or
   * for CPU time.
   */
  readonly biasSource: 'measured' | 'assumed'
  /** Head against base; null when none may be given. A partial record has those of its complete looks. */
  readonly verdict: 'faster' | 'slower' | 'same' | 'inconclusive' | null
  /**
   * Why there is no verdict, such as quick, interrupted or unpaired, or why it is inconclusive; null
   * otherwise.
   */
  readonly reason: string | null
  /**
   * When the comparison may have a verdict, fixed before its first launch; null where no looks were
   * planned.
   */
  readonly lookPlan: LookPlanRecord | null
  /** What each planned look at the stated ratio found, in order; empty where none were planned. */
  readonly looks: readonly LookRecord[]
  /**
   * Launches of the planned look that gave the verdict, which later launches do not withdraw. null
   * without a verdict.
   */
  readonly look: number | null
  /**
   * Why its launches ended: all comparisons of its group were decided or precise, it had as many as were
   * planned, the time was up, a person interrupted, or a side was lost. null where no launches are
   * shared.
   */
  readonly stop: 'decided' | 'precise' | 'launches' | 'time' | 'aborted' | 'lost' | null
  /** True when sums and medians disagree beyond their intervals: the difference is in the tail. */
  readonly inTail: boolean
  /** What else the ratio may come from. */
  readonly warnings: readonly WarningRecord[]
  /** How a copy of the base stood to the base in the same launches, null where none was made. */
  readonly control: ControlRecord | null
  /**
   * The ratio as timed, and the verdict that reads it, where the stated ratio is without stalls of the
   * core. null where the stated ratio is the one as timed.
   */
  readonly asTimed: TimedJudgementRecord | null
}

/** A change of speed that was seen in two processes of the contender before it was timed. */
export interface LateChangeRecord {
  /** From the first of a process until then. */
  readonly iterations: number
  /** Wall time of those. */
  readonly durationNs: number
  /** Time of an iteration before ÷ after: above 1 where it got faster. */
  readonly speedUp: number
}

/** What compare held against what; null for other commands. */
export interface ComparedRecord {
  /** Id of a target of this record. */
  readonly base: string
  /** Ids of targets of this record. */
  readonly heads: readonly string[]
  /**
   * The base built once more from the same source: how it stands to the base comes from building alone;
   * null when none was given.
   */
  readonly rebuilt: string | null
  /** Whether the run was to be evidence: with a control, and no verdict under 20 launches. */
  readonly evidence: boolean
  /** Fewest launches of a verdict. */
  readonly minimumLaunches: number
}

/** Where a contender spends its time, by samples of its stack. */
export interface ProfileRecord {
  /** Name of a suite of this record. */
  readonly suite: string
  /** Id of the case. */
  readonly case: string
  /** Parameter values by name; empty for a suite without parameters. */
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** Id of a target of this record. */
  readonly target: string
  /** Between two samples, in microseconds, as asked of the engine. */
  readonly intervalUs: number
  /**
   * The stacks of all launches as a tree, every caller before what it calls; the first node is an
   * iteration of the case. No function is above itself: what it does on its way back to itself is left
   * out.
   */
  readonly stacks: readonly StackNodeRecord[]
  /** Launches of their own, in order. */
  readonly launches: readonly ProfiledLaunchRecord[]
  readonly native: NativeProfileRecord | null
  /** Why there are no samples of native functions; null where there are, and where none were asked for. */
  readonly nativeMissing: WarningRecord | null
}

/**
 * The profile of other launches by Linux perf: with native functions on the stacks, without idle time.
 * Functions that the engine has inlined have the name of what they are in.
 */
export interface NativeProfileRecord {
  /** Between two samples, in microseconds of the CPU clock. */
  readonly intervalUs: number
  /**
   * The stacks of all launches as a tree, every caller before what it calls; the first node is an
   * iteration of the case.
   */
  readonly stacks: readonly StackNodeRecord[]
  /** Launches of their own, in order. */
  readonly launches: readonly ProfiledLaunchRecord[]
}

/** One profiled launch. */
export interface ProfiledLaunchRecord {
  /** Wall time of an iteration just before the profile. */
  readonly iterationNs: number
  /** Time of an iteration in the profile divided by the one before it: what the profile itself costs. */
  readonly slowdown: number
  /** Samples of the stack. */
  readonly samples: number
  /** Where the time went, the largest share first; what is under 0.1 % is left out. */
  readonly places: readonly PlaceRecord[]
  /** The whole profile, in files next to the record; empty where it was not kept. */
  readonly files: readonly ProfileFileRecord[]
  /** For each node of the profile's stacks the share of the time in which it ran itself, to five digits. */
  readonly self: readonly number[]
  /**
   * For each node the share of what it called that has no node, since it takes under 0.1 % of the time
   * over all launches.
   */
  readonly below: readonly number[]
}

/** A function on the stacks of a case, and what called it. What runs the case is left out. */
export interface StackNodeRecord {
  /** Index of the node that called it; null for the first. */
  readonly caller: number | null
  /** Name of the function; for the first node the id of the case. What is no function stands in brackets. */
  readonly name: string
  /** Where a function of the suite begins, as file:line; the file of others; null where unknown. */
  readonly source: string | null
  readonly kind: PlaceKind
}

/** A profile in a file of its own. The record is whole without it. */
export interface ProfileFileRecord {
  /** From the folder of the record: a folder named after the record, and the file in it. */
  readonly path: string
  /**
   * As Chrome's DevTools write it, or as pprof reads it, gzipped. The functions of the suite have the
   * lines of its own file.
   */
  readonly format: 'cpuprofile' | 'pprof'
  /** SHA-256 of the file. */
  readonly sha256: string
  /** Its length. */
  readonly bytes: number
}

/** A share of the time of a profile. */
export interface PlaceRecord {
  /**
   * The innermost function of the suite on the stack, by its name; the id of the case where the engine
   * shows it as a part of the loop that calls it; null where there was none.
   */
  readonly functionName: string | null
  /** Where this function begins, as file:line; null where unknown. */
  readonly source: string | null
  /** What that function called and what ran; null where it ran itself. */
  readonly callee: string | null
  readonly kind: PlaceKind
  /** Share of the time in which the program was not idle. */
  readonly share: number
}

/**
 * What ran: a function of the suite, a built-in function of the engine, JavaScript of the runtime, the
 * garbage collector, the engine where it names no function, what runs the cases, a native function, a
 * compiler of the engine, or the kernel.
 */
export type PlaceKind =
  | 'suite'
  | 'builtin'
  | 'runtime'
  | 'collector'
  | 'engine'
  | 'harness'
  | 'native'
  | 'compiler'
  | 'kernel'

/**
 * What lies behind a verdict: the shares of both sides' profiles, each times what its side takes in the
 * timed launches.
 */
export interface CauseRecord {
  /** Name of a suite of this record. */
  readonly suite: string
  /** Id of the case. */
  readonly case: string
  /** The base's case: another one where two cases of one target are compared. */
  readonly baseCase: string
  /** Parameter values by name; empty for a suite without parameters. */
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** Id of a target of this record. */
  readonly base: string
  /** Id of a target of this record. */
  readonly head: string
  /**
   * Whether rows are distinguished by what ran, or, between engines or cases, only by the function of the
   * suite.
   */
  readonly by: 'place' | 'function'
  /** What sampled: the engine, or Linux perf, which shows native functions. */
  readonly sampler: 'inspector' | 'perf'
  /** Mean time of an iteration of the base in the timed launches, by the clock that the comparison reads. */
  readonly baseNs: number
  /** The base's mean time × the comparison's ratio. */
  readonly headNs: number
  readonly differenceNs: EstimateRecord
  /**
   * Sum of the differences of named rows that differ, divided by the whole difference; null where the
   * whole is within its interval of 0. Rows that others take back make it more than 1, or less than 0.
   */
  readonly explainedShare: number | null
  /** The largest difference first. */
  readonly rows: readonly CauseRowRecord[]
  /**
   * The stacks of both sides as one tree, every caller before what it calls; the first is an iteration.
   * Where rows are by function, each function of the suite once below it. At most 120, those that take
   * most, and none under 0.5 % of both sides.
   */
  readonly frames: readonly CauseFrameRecord[]
}

/** What one function takes on both sides where it was called so. */
export interface CauseFrameRecord {
  /** Index of the frame that called it; null for the first. */
  readonly caller: number | null
  /** Name of the function; for the first frame the id of the case. What is no function stands in brackets. */
  readonly name: string
  /** Where a function of the suite begins, as file:line; the file of others; null where unknown. */
  readonly source: string | null
  readonly kind: PlaceKind
  /** Where it ran itself. */
  readonly self: CauseCostRecord
  /**
   * With what it called; null where it called nothing, and between engines or cases. That of the first
   * frame is the verdict's, so it is not tested again.
   */
  readonly total: CauseCostRecord | null
}

/** What a part takes on both sides, in nanoseconds of an iteration. */
export interface CauseCostRecord {
  /** Time on the base. */
  readonly baseNs: number
  /** Time on the head. */
  readonly headNs: number
  readonly differenceNs: EstimateRecord
  /**
   * P-value of no difference: the larger of this part's and of its function's over all places. It is
   * corrected after Benjamini and Hochberg over all tested parts of the tree: 5 % of the parts under 0.05
   * are there by chance on average. Null where it was not tested.
   */
  readonly adjustedPValue: number | null
}

/** What one place takes on both sides, in nanoseconds of an iteration. */
export interface CauseRowRecord {
  /**
   * The innermost function of the suite on the stack, by its name; the id of the case where the engine
   * shows it as a part of the loop that calls it; null where there was none.
   */
  readonly functionName: string | null
  /** Where this function begins, as file:line; null where unknown. */
  readonly source: string | null
  /** What that function called and what ran; null where it ran itself, and in rows by function. */
  readonly callee: string | null
  readonly kind: PlaceKind
  /** Time on the base. */
  readonly baseNs: number
  /** Time on the head. */
  readonly headNs: number
  readonly differenceNs: EstimateRecord
  /**
   * P-value of no difference, after Benjamini and Hochberg over all rows: a row differs where it is under
   * 0.05, and 5 % of such rows are there by chance on average.
   */
  readonly adjustedPValue: number
  /** What the row takes with all that it called, by the frames. */
  readonly total: CauseCostRecord | null
}

/** What each flag of a head does to one case, alone and on top of the others. */
export interface AttributionRecord {
  /** Name of a suite of this record. */
  readonly suite: string
  /** Id of the case. */
  readonly case: string
  /** Parameter values by name; empty for a suite without parameters. */
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** Id of a target of this record. */
  readonly base: string
  /** Id of a target of this record. */
  readonly head: string
  /** The clock that the ratios read. */
  readonly metric: Metric
  /** In the order of the head. */
  readonly flags: readonly {
    /** As given. */
    readonly flag: string
    /** Id of the base with this flag alone. */
    readonly alone: string
    /** Id of the head without it. */
    readonly without: string
    /** Base with the flag ÷ base; null where it was not measured. */
    readonly aloneRatio: EstimateRecord | null
    /** Head ÷ head without the flag; null where it was not measured. */
    readonly onTopRatio: EstimateRecord | null
  }[]
}

/**
 * A server under load. Its sample is a turn of load, and an iteration one request: under heavy and
 * moderate load the wall time is that of the turn ÷ requests, else the mean time to the last byte; the
 * CPU time is that of the server.
 */
export interface ServerRecord {
  /** How requests were sent. */
  readonly load: {
    /** open: requests begin at a fixed rate; in the others the next one waits for an answer. */
    readonly kind: 'heavy' | 'moderate' | 'sequential' | 'open'
    /** Connections at once. */
    readonly connections: number
    /** Requests under way on a connection at once. */
    readonly pipelining: number
    /** At which requests begin; null where the next one waits for an answer. */
    readonly ratePerSecond: number | null
  }
  /** What listens: the runtime's own server, or a command of the app's own. */
  readonly listener: string
  /**
   * How a server was set up, as far as its environment and its first answer tell: what must be equal to
   * be compared.
   */
  readonly configuration: {
    /** NODE_ENV; null when it was not set. */
    readonly nodeEnv: string | null
    /**
     * What the headers of its answer say. cached: it may come from a store; dynamic: it must not; null:
     * nothing.
     */
    readonly rendering: 'cached' | 'dynamic' | null
    /** Content-Encoding; null for none. */
    readonly compression: string | null
    /** whole: its length is sent before it; streamed: it comes in chunks. */
    readonly delivery: 'whole' | 'streamed'
    /** Content-Type; null for none. */
    readonly contentType: string | null
    /** Length of the body as it was sent. */
    readonly bodyBytes: number
  }
  /** Answered requests of all turns of all launches, as are the figures below. */
  readonly requests: number
  /** How many of these were not 2xx. */
  readonly non2xx: number
  /** Requests that went wrong. */
  readonly faults: readonly {
    /** What went wrong. */
    readonly kind: string
    /** How often. */
    readonly count: number
    /** What was found, for people. */
    readonly message: string
  }[]
  /** To the last byte, from the intended start where load is open. */
  readonly latency: DistributionRecord | null
  /** To the first byte; null where the load does not tell it. */
  readonly firstByte: DistributionRecord | null
  /** Answers a second, in parts of turns of about a tenth of a second; null without any. */
  readonly rate: {
    /** How many tenths. */
    readonly n: number
    /** 1st percentile. */
    readonly p1: number
    /** 2.5th percentile. */
    readonly p2_5: number
    /** Median. */
    readonly p50: number
    /** 97.5th percentile. */
    readonly p97_5: number
    /** Mean. */
    readonly mean: number
    /** Standard deviation. */
    readonly standardDeviation: number
    /** Smallest. */
    readonly min: number
  } | null
  /**
   * CPU time of single requests, sent one after the other to a server that does nothing else; null where
   * it was not asked for.
   */
  readonly requestCpu: DistributionRecord | null
  /** What the load generator did. */
  readonly generator: {
    /** Its CPU time ÷ duration of the turns: 1 is all of its core. */
    readonly cpuShare: number
    /**
     * What it reaches against a server that does nothing but answer as many bytes; null where it was not
     * looked for.
     */
    readonly limitPerSecond: number | null
    /** Whether the generator, and not the server, decided how fast it went. */
    readonly isBound: boolean
  }
  /**
   * A pool of processes behind a router, which was sent requests of two kinds at once; null for a single
   * process.
   */
  readonly routing: {
    /** Processes of the pool, all on one core. */
    readonly processes: number
    /** Which process gets a request. */
    readonly policy: 'one-warm' | 'spread' | 'spread-when-busy'
    /** One for each kind of request; the one that is timed comes first. */
    readonly kinds: readonly {
      /** As the suite calls it. */
      readonly kind: string
      /** What one takes of a pool of this target with nothing else to do; found once in a run. */
      readonly aloneNs: number
      /** CPU time of the pool in that. */
      readonly aloneCpuNs: number
      /** Mean latency of all turns of all launches. */
      readonly latencyNs: number
      /** What that is over the time alone. */
      readonly queueNs: number
    }[]
  } | null
  /** One for each launch of the result, in the same order. */
  readonly launches: readonly {
    /** Group of the launch. */
    readonly group: number
    /** Number of the launch in its group. */
    readonly launch: number
    /** From the start of the process to its listening. */
    readonly startNs: number
    /** Resident set after the last turn; null where the platform does not tell. */
    readonly residentBytes: number | null
    /** Turns of load: each list has one entry for each sample of the launch, in the same order. */
    readonly turns: {
      /** Length of each turn. */
      readonly durationNs: readonly number[]
      /** Answered requests. */
      readonly requests: readonly number[]
      /** To the last byte. */
      readonly meanLatencyNs: readonly number[]
      /** Requests of the other kind in the same turns, which share serverCpuNs; null where there were none. */
      readonly besideRequests: readonly number[] | null
      /** CPU time of the server; null where the platform does not tell. */
      readonly serverCpuNs: readonly number[] | null
      /** CPU time of the load generator, and of a router and an upstream on its core. */
      readonly generatorCpuNs: readonly number[]
    }
  }[]
}

/** Times of requests, in nanoseconds. */
export interface DistributionRecord {
  /** How many. */
  readonly n: number
  /** 2.5th percentile. */
  readonly p2_5Ns: number
  /** Median. */
  readonly p50Ns: number
  /** 95th percentile. */
  readonly p95Ns: number
  /** 97.5th percentile. */
  readonly p97_5Ns: number
  /** 99th percentile. */
  readonly p99Ns: number
  /** Mean. */
  readonly meanNs: number
  /** Standard deviation. */
  readonly standardDeviationNs: number
  /** Longest. */
  readonly maxNs: number
}

/**
 * An app of which starts are timed. A launch is one start, its only sample: wall time from just before
 * the process was spawned to the last byte of the first answer, by the host's clock; CPU time of the
 * process until then. There is no warm-up.
 */
export interface StartRecord {
  /** What listens: the runtime's own server. */
  readonly listener: string
  readonly bundle: StartedBundleRecord
  /** warm: every file had been read by a start before. */
  readonly pageCache: 'warm'
  /** From the spawn until the port is reported. */
  readonly listeningNs: EstimateRecord | null
  /** From the spawn to the first byte of the first answer. */
  readonly firstByteNs: EstimateRecord | null
  /** From the spawn to the last byte of the first answer. */
  readonly lastByteNs: EstimateRecord | null
  /** From sending the first request to the last byte of its answer. */
  readonly firstRequestNs: EstimateRecord | null
  /** From sending a second request, over the same connection, to the last byte of its answer. */
  readonly secondRequestNs: EstimateRecord | null
  /** First request ÷ second one. */
  readonly firstToSecond: EstimateRecord | null
  /** Every start. */
  readonly launches: readonly StartLaunchRecord[]
  /**
   * What workerd tells of starting the app in new isolates of a process that runs; null where it could
   * not be asked.
   */
  readonly phases: StartPhasesRecord | null
}

/** The bundle of an app. Bytes. */
export interface StartedBundleRecord {
  /** SHA-256 in lower-case hexadecimal digits. */
  readonly sha256: string
  /** Whether it is started minified. */
  readonly isMinified: boolean
  /** As it is started. */
  readonly bytes: number
  /** Gzipped. */
  readonly gzipBytes: number
  /** Minified by esbuild. */
  readonly minifiedBytes: number
  /** Minified, then gzipped. */
  readonly minifiedGzipBytes: number
}

/** One start. Nanoseconds. */
export interface StartLaunchRecord {
  /** Index of the group. */
  readonly group: number
  /** Number of the launch in its group, from 0. */
  readonly launch: number
  /** From the spawn until the port is reported. */
  readonly listeningNs: number
  /** From then to a connection being open. */
  readonly connectionNs: number
  /** From the spawn to the first byte of the first answer. */
  readonly firstByteNs: number
  /** From the spawn to the last byte of the first answer. */
  readonly lastByteNs: number
  /** From sending the first request to the last byte of its answer. */
  readonly firstRequestNs: number
  /** From sending a second request, over the same connection, to the last byte of its answer. */
  readonly secondRequestNs: number
  /** Resident set after the second answer; null where the platform does not tell. */
  readonly residentBytes: number | null
}

/**
 * What workerd tells of starting the app in new isolates of a process that runs, in its words. ES
 * modules are loaded in worker: it grows with their size, script does not.
 */
export interface StartPhasesRecord {
  readonly isolate: StartPhaseRecord
  readonly script: StartPhaseRecord
  readonly worker: StartPhaseRecord
  readonly total: StartPhaseRecord
}

/** The median over new isolates, with workerd's own interval. Nanoseconds. */
export interface StartPhaseRecord {
  /** Median. */
  readonly medianNs: number
  /** Lower end. */
  readonly lowerNs: number
  /** Upper end. */
  readonly upperNs: number
  /** Number of isolates. */
  readonly n: number
}

/** A ratio as timed and the verdict that reads it. */
export interface TimedJudgementRecord {
  /** Head time ÷ base time, from sums. */
  readonly ratio: EstimateRecord
  /** Against an effect no larger than the bias allowance. */
  readonly pValue: number | null
  /** The p-value after Holm over the verdicts of the command. */
  readonly adjustedPValue: number | null
  /** Head against base; null when none may be given. */
  readonly verdict: 'faster' | 'slower' | 'same' | 'inconclusive' | null
  /** Why there is no verdict, or why it is inconclusive; null otherwise. */
  readonly reason: string | null
  /**
   * Launches of the planned look that gave the verdict, which later launches do not withdraw. null
   * without a verdict.
   */
  readonly look: number | null
  /** True when this estimate and the median of the paired rounds disagree beyond their intervals. */
  readonly inTail: boolean
  /** How a copy of the base stood to the base as timed; null where none was made. */
  readonly control: ControlRecord | null
}
