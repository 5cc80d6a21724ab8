// Written by packages/record/scripts/write-record-types.ts from combination-1.schema.json: change that, and write it again.

/**
 * What several records say together of the same comparisons, over the machines they are of. Ratios are
 * head time ÷ base time; instants in ISO 8601. New fields may be added; a changed meaning is a new
 * version.
 */
export interface CombinationRecord {
  /** Name and version of this format. */
  readonly schema: 'steelyard/combination@1'
  /** Rules of the findings. */
  readonly rules: {
    /** The smallest difference that matters, as a fraction: 0.01 is 1 %. */
    readonly threshold: number
    /** The chance of any false finding of one kind over all comparisons. */
    readonly alpha: number
    /** Records of one machine that began within this many hours of the first of them are one session. */
    readonly hoursApart: number
    /**
     * Whether machines were added until combined ratios were known well enough: then their intervals take
     * the wider quantile.
     */
    readonly stoppedOnWidth: boolean
  }
  /** Every record that was read, in the order of their beginning. */
  readonly records: readonly SourceRecord[]
  /** Every machine that a record names, by cpuId, then by installation. */
  readonly machines: readonly CombinedMachineRecord[]
  /** In what these machines differ: candidates for a cause, never causes. */
  readonly differences: readonly MachineDifferenceRecord[]
  /** One for each comparison that two records or more have. */
  readonly comparisons: readonly CombinedRecord[]
  /** Comparisons that look alike and are not, by what sets them apart; each is combined by itself. */
  readonly apart: readonly ApartComparisonRecord[]
  /** Comparisons that one record alone has, which are not combined. */
  readonly alone: readonly AloneComparisonRecord[]
}

/** A ratio with its interval. */
export interface IntervalRecord {
  /** The ratio. */
  readonly value: number
  /** Lower end of the interval. */
  readonly lower: number
  /** Upper end of the interval. */
  readonly upper: number
  /** What the interval covers, e.g. 0.95. */
  readonly level: number
}

/** A ratio, the interval around it and the number of launches behind it. */
export interface SessionRatioRecord extends IntervalRecord {
  /** Number of launches. */
  readonly n: number
}

/** A record that was read. */
export interface SourceRecord {
  /** Id of the record. */
  readonly id: string
  /** Name of its file, without the folder. */
  readonly file: string
  /** When its command began. */
  readonly startedAt: string
  /** Which CPU it is of; null where the record has none. */
  readonly cpuId: string | null
  /** Which installation it is of; null where the record has none. */
  readonly installationId: string | null
  /** Whether it was made as evidence: with a control, and no verdict under 20 launches. */
  readonly evidence: boolean
  /**
   * used: its comparisons were looked at. copy: another file holds the same measurement, which counts
   * once. foreign: another tool measured, so that there are no launches of both sides. not paired: it has
   * no comparison of contenders that shared launches. unidentified: it lacks an id of its machine, which
   * may count already.
   */
  readonly use: 'used' | 'copy' | 'foreign' | 'not paired' | 'unidentified'
}

/** A machine, as its newest record here describes it. */
export interface CombinedMachineRecord {
  /** Equal where a runtime and its libraries choose the same code. */
  readonly cpuId: string
  /** The random id of the installation. */
  readonly installation: string
  /** Model name of the processor. */
  readonly cpuModel: string
  /** How many records are of it. */
  readonly records: number
}

/** A fact in which machines differ. */
export interface MachineDifferenceRecord {
  /** Which fact. */
  readonly fact:
    | 'cpuModel'
    | 'cpu'
    | 'cpuFlags'
    | 'caches'
    | 'microcode'
    | 'threadsPerCore'
    | 'cores'
    | 'hypervisor'
    | 'kernel'
    | 'os'
    | 'cLibrary'
    | 'pageBytes'
    | 'transparentHugePages'
    | 'governor'
    | 'memoryBytes'
  /** What it is where; a machine whose records differ stands in several. */
  readonly values: readonly {
    /** In words; of cpuFlags those that not all machines have. null where it is not reported. */
    readonly value: string | null
    /** Which machines, as indices of machines. */
    readonly machines: readonly number[]
  }[]
}

/** One p-value for each kind of finding; 1 where a finding is out of the question. */
export interface FindingPValuesRecord {
  /** P-value for: every machine shows the same direction. */
  readonly sameDirection: number
  /** P-value for: the direction depends on the machine. */
  readonly depends: number
  /** P-value of the combined ratio. */
  readonly unseen: number
}

/** Names a machine. */
export interface MachineNameRecord {
  /** Its cpuId. */
  readonly cpuId: string
  /** Its installation. */
  readonly installation: string
}

/** What is concluded. kind decides which other fields there are. */
export interface ConclusionRecord {
  /**
   * same direction: every machine shows it, each by its own test. same: every machine shows a difference
   * within the threshold. depends: faster on one machine and slower on another. size differs: the
   * machines lie apart, and not all show one direction. not separable from the hour: no machine has two
   * sessions. inconclusive: with its reason.
   */
  readonly kind:
    | 'same direction'
    | 'same'
    | 'depends'
    | 'size differs'
    | 'not separable from the hour'
    | 'inconclusive'
  /** The direction, for same direction. */
  readonly direction?: Direction
  /** How many machines count, for same direction, same and size differs. */
  readonly machines?: number
  /** How many cpuIds these machines have. */
  readonly cpus?: number
  /** Whether the size differs between cpuIds beyond the threshold, for same direction. */
  readonly sizeDiffers?: boolean
  /** The machines that are known to be faster, for depends. */
  readonly faster?: readonly MachineNameRecord[]
  /** The machines that are known to be slower, for depends. */
  readonly slower?: readonly MachineNameRecord[]
  /** The reason, for inconclusive. */
  readonly reason?:
    | 'no usable session'
    | 'known but small'
    | 'not significant in its family'
    | 'known on some machines'
    | 'too wide'
}

/** Faster: head takes less time. */
export type Direction = 'faster' | 'slower'

/** Conclusion on machines that were not measured, as far as the measured ones are a fair sample. */
export interface UnseenRecord {
  readonly direction: Direction
  /** average: the mean over such CPUs. nearly all: 95 % of them too. */
  readonly reach: 'average' | 'nearly all'
}

/** What was measured on one machine within the same hours. */
export interface SessionOfMachineRecord {
  /** When the first of its records began. */
  readonly startedAt: string
  /** Ids of its records. */
  readonly records: readonly string[]
  /** Over its launches: its own error alone. null under two launches. */
  readonly ratio: SessionRatioRecord | null
  /**
   * Why it is shown and not used; null where it counts. interrupted: the run was ended early. preview:
   * made by --quick. control failed: a copy of the base differed from the base. never steady, drifting:
   * contenders kept changing speed. lost: a side failed half-way. generator-bound: the load generator was
   * the limit. clocks disagree: another clock saw a side work longer than it reported. part of a search:
   * a step of bisect, which ends by what it finds. not its samples: the ratio of the record does not
   * follow from its samples. too few launches: under two. zero variance: the clock was too coarse.
   */
  readonly leftOut:
    | 'interrupted'
    | 'preview'
    | 'control failed'
    | 'never steady'
    | 'drifting'
    | 'lost'
    | 'generator-bound'
    | 'clocks disagree'
    | 'part of a search'
    | 'not its samples'
    | 'too few launches'
    | 'zero variance'
    | null
}

/** What one machine says of a comparison. */
export interface MachineRatioRecord extends MachineNameRecord {
  /** Whether a session of it counts. */
  readonly isUsed: boolean
  /**
   * Mean over its sessions, with the variance between sessions in its interval. null where that variance
   * is not known, or no session counts.
   */
  readonly ratio: IntervalRecord | null
  /** Mean ratio without an interval; null without a launch. */
  readonly mean: number | null
  /** Against an effect within the bias allowance; null where ratio is. */
  readonly pValue: number | null
  /** Sessions by time. */
  readonly sessions: readonly SessionOfMachineRecord[]
  /** Records of this machine in which a side of the comparison failed. */
  readonly failures: readonly MachineFailureRecord[]
}

/** A side of a comparison that could not be measured. */
export interface MachineFailureRecord {
  /** Id of the record. */
  readonly record: string
  /** What it says. */
  readonly error: string
}

/** A side of a comparison. */
export interface SideRecord {
  /** Id of the target. */
  readonly id: string
  /** Id of the case. */
  readonly case: string
  /** Name and version of its engine. */
  readonly engine: string
  /** Flags, as given. */
  readonly flags: readonly string[]
}

/** What the machines say together of one comparison. */
export interface CombinedRecord {
  /** Name of the suite. */
  readonly suite: string
  /** The head's case. */
  readonly case: string
  /** Parameter values by name; empty for a suite without parameters. */
  readonly params: Readonly<Record<string, string | number | boolean>>
  readonly base: SideRecord
  readonly head: SideRecord
  /** The clock that the ratios read. */
  readonly metric: 'wall' | 'cpu'
  readonly likeness: LikenessRecord
  readonly conclusion: ConclusionRecord
  /** Conclusion on machines that were not measured; null where there can be none. */
  readonly unseen: UnseenRecord | null
  /** The mean over cpuIds, each counting the same; null under two. */
  readonly combined: IntervalRecord | null
  /** Standard deviation of the true effect between cpuIds, in log ratio; null where it is not known. */
  readonly tau: DeviationRecord | null
  /** Where the ratio on a CPU that was not measured is expected; null under five cpuIds. */
  readonly prediction: PredictionRecord | null
  /**
   * Standard deviation between sessions of a machine beyond what their launches explain, in log ratio;
   * null where no machine has two.
   */
  readonly sessionSd: number | null
  readonly pValues: FindingPValuesRecord
  /** P-values after Holm over all comparisons, each kind for itself. */
  readonly adjustedPValues: FindingPValuesRecord
  /** Machines by cpuId, then by installation. */
  readonly machines: readonly MachineRatioRecord[]
}

/** A standard deviation in log ratio, with its interval. */
export interface DeviationRecord {
  /** 0 or more. */
  readonly value: number
  /** Lower end of the interval. */
  readonly lower: number
  /** Upper end of the interval. */
  readonly upper: number
  /** What the interval covers, e.g. 0.95. */
  readonly level: number
}

/** Where a ratio is expected. */
export interface PredictionRecord {
  /** Lower end. */
  readonly lower: number
  /** Upper end. */
  readonly upper: number
  /** What it covers, e.g. 0.95. */
  readonly level: number
  /** Whether the promise may be missed: under ten cpuIds, or where errors hide how they differ. */
  readonly isApproximate: boolean
}

/** What must be equal to be combined, apart from the names. */
export interface LikenessRecord {
  /** SHA-256 of the code of the suite; null where the record has none. */
  readonly code: string | null
  /** Number of the way of measuring and estimating; null in older records. */
  readonly estimator: number | null
  /** Where processes ran. */
  readonly affinity: 'same-core' | 'all'
  /** Base, then head: target, version, engine, flags, environment, and of a local file its SHA-256. */
  readonly builds: readonly string[]
  /** What was asked of servers and starts; null for functions. */
  readonly load: string | null
  /** Timed batches of each side in each launch; null for servers and starts. Nanoseconds. */
  readonly windowNs: number | null
}

/** Comparisons of one name. */
export interface ApartComparisonRecord {
  /** Name of the suite. */
  readonly suite: string
  /** The head's case. */
  readonly case: string
  /** Parameter values by name; empty for a suite without parameters. */
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** Id of the base. */
  readonly base: string
  /** Id of the head. */
  readonly head: string
  /** What sets them apart. */
  readonly by: readonly ('code' | 'estimator' | 'affinity' | 'builds' | 'load' | 'windowNs')[]
  /** Ids of the records of each kind. */
  readonly records: readonly (readonly string[])[]
}

/** A comparison of one record. */
export interface AloneComparisonRecord {
  /** Name of the suite. */
  readonly suite: string
  /** The head's case. */
  readonly case: string
  /** Parameter values by name; empty for a suite without parameters. */
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** Id of the base. */
  readonly base: string
  /** Id of the head. */
  readonly head: string
  /** Id of the record. */
  readonly record: string
}
