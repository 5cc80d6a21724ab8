import type { Loss } from '@steelyard/launcher'
import type {
  CallsRecord,
  EventsRecord,
  MemoryRecord,
  PlaceRecord,
  ResultWarning,
  StartPhasesRecord,
  TiersRecord,
  TimingRecord,
  UsageRecord,
} from '@steelyard/record'
import type { ContenderLaunch, GroupStop, LateChange, RunEnd } from '@steelyard/schedule'
import type { LookPlan } from '@steelyard/stats'
import type { Timer } from '@steelyard/timers'
import type { ContenderPlan, SuitePlan } from '../plan/plan.ts'
import type { NativeGap } from '../profiles/native-gap.ts'
import type { Place } from '../profiles/places.ts'
import type { StackShare } from '../profiles/stacks.ts'
import type { ProfileFile } from '../profiles/write-profiles.ts'
import type { ServerLaunch } from '../servers/server-launch.ts'
import type { TimedStart } from '../starts/start-once.ts'

/** Everything that was found about one suite. */
export interface MeasuredSuite {
  readonly contenders: readonly MeasuredContender[]
  /** The contenders of each group, the base first. */
  readonly groups: readonly (readonly MeasuredContender[])[]
  readonly end: RunEnd
  /** Why each group got no more launches; absent where other timers time. */
  readonly stops?: readonly GroupStop[]
  /** For each target. */
  readonly timedShares: readonly TimedShare[]
  /** How much was timed of each contender in each launch; absent for servers, starts, and where other timers time. */
  readonly windowNs?: number
  /** When its comparisons may have verdicts; absent where no looks are planned. */
  readonly looks?: LookPlan
  /** What other timers found; absent where none was asked for. */
  readonly timed?: readonly TimedContender[]
}

/** Everything another timer found about one contender; nothing where it cannot time. */
export interface TimedContender {
  readonly plan: ContenderPlan
  readonly timer: Timer
  /** Why it cannot time this one; null when it can. */
  readonly unsupported: string | null
  readonly timings: readonly TimingRecord[]
  readonly lost: Loss | null
}

/**
 * Everything found about one contender; nothing about one that is unsupported. A baseline that stands in several
 * groups has the launches of all.
 */
export interface MeasuredContender {
  readonly plan: ContenderPlan
  readonly launches: readonly MeasuredLaunch[]
  readonly lost: Loss | null
  readonly lostLaunches: readonly LostLaunch[]
  /**
   * Where it comes to another speed later than a warm-up lasts by itself: each launch is warmed up beyond that. Null where
   * none was seen, undefined where no probe ran long enough.
   */
  readonly late: LateChange | null | undefined
  /** From a launch that was traced and not timed; null where there was none. */
  readonly events: EventsRecord | null
  /** Whether its case gives promises; null where that is not known, and for what is no function. */
  readonly isAsync: boolean | null
  /** From side launches; null where there was none. */
  readonly memory: MemoryRecord | null
  /** Counts of separate launches; empty where there were none. */
  readonly usage: readonly MeasuredUsage[]
  /** Allocations of separate launches, empty where there were none; null where its engine has no sampler of them. */
  readonly allocations: readonly MeasuredAllocations[] | null
  /** From a launch of its own whose engine logged; null where there was none. */
  readonly tiers: TiersRecord | null
  /** Profiles of separate launches; empty where there were none. */
  readonly profiles: readonly LaunchProfile[]
  /** Profiles with native functions on the stacks. */
  readonly nativeProfiles: readonly LaunchProfile[]
  /** Why it has no native profiles; null where it has them or they were not requested. */
  readonly nativeGap: NativeGap | null
  readonly calls: CallsRecord | null
  /** CPU time of single requests to a server; null where not measured. */
  readonly requestCpuNs: readonly number[] | null
  /** What workerd reports of starting its app in new isolates; null where unavailable. */
  readonly startupPhases: StartPhasesRecord | null
  /** What went wrong in those, and what is to be said of its answers. */
  readonly sideErrors: readonly ResultWarning[]
}

/** What one launch allocated, and where, as its engine sampled it. */
export interface MeasuredAllocations {
  /** Whether its compilers inlined functions, as they do in timed launches. */
  readonly isInlined: boolean
  readonly iterations: number
  /** Wall time of an iteration meanwhile. */
  readonly iterationNs: number
  /** The sites that allocate most come first, with the bytes of all these iterations. */
  readonly sites: readonly { readonly place: Place; readonly bytes: number }[]
}

export type MeasuredUsage = UsageRecord['launches'][number]

/** Where one launch was when its stack was sampled. */
export interface LaunchProfile {
  /** Wall time of an iteration just before the profile. */
  readonly iterationNs: number
  /** Time of an iteration in the profile ÷ the one before it. */
  readonly slowdown: number
  readonly samples: number
  readonly places: readonly PlaceRecord[]
  readonly stacks: readonly StackShare[]
  /** What is kept of it; empty where nothing is. */
  readonly files: readonly ProfileFile[]
}

/** Returns a contender that nothing is known of yet. */
export function unmeasured(plan: ContenderPlan): MeasuredContender {
  return {
    plan,
    launches: [],
    lost: null,
    lostLaunches: [],
    late: undefined,
    events: null,
    isAsync: null,
    memory: null,
    usage: [],
    allocations: [],
    tiers: null,
    profiles: [],
    nativeProfiles: [],
    nativeGap: null,
    calls: null,
    requestCpuNs: null,
    startupPhases: null,
    sideErrors: [],
  }
}

export interface LaunchNumber {
  readonly group: number
  readonly launch: number
}

/** One launch of a contender, and the group and number it had. */
export interface MeasuredLaunch extends ContenderLaunch, LaunchNumber {
  /** What a server gave besides its samples; absent for a case that is a function. */
  readonly server?: ServerLaunch
  /** What a start gave besides its sample; absent for what is not started to be timed. */
  readonly start?: TimedStart
}

/** A launch that gave nothing, since it lost contenders; it was made again without them. */
export interface LostLaunch extends LaunchNumber {
  readonly by: readonly { readonly plan: ContenderPlan; readonly error: Loss }[]
}

/** Where the time of a target went, in nanoseconds. */
export interface TimedShare {
  readonly timedNs: number
  /** From the start of each launch to its last exit, shared out evenly over its contenders. */
  readonly launchNs: number
  /** Parts of the launch time: what contenders do in parallel is shared out. */
  readonly parts: TimeParts
}

const NO_PARTS = { start: 0, import: 0, setup: 0, warmUp: 0, betweenBatches: 0, end: 0 }

/** Nanoseconds. */
export type TimeParts = Readonly<typeof NO_PARTS>

/** The time of a target that has had no launch yet. */
export const NO_TIME: TimedShare = { timedNs: 0, launchNs: 0, parts: NO_PARTS }

/** A suite's measurements with what is needed to name them. */
export interface NamedSuite {
  readonly name: string
  readonly plan: SuitePlan
  readonly measured: MeasuredSuite
  readonly targetIds: readonly string[]
}
