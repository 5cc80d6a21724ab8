import type { LaunchError } from '@steelyard/launcher'
import type { CallsRecord, CodeRecord, MemoryRecord } from '@steelyard/record'
import type { ContenderLaunch, LateChange, RunEnd } from '@steelyard/schedule'
import type { StartupPhases } from '@steelyard/timers'
import type { EngineEvents } from '../launch/event-log.ts'
import type { ContenderPlan, SuitePlan } from '../plan/plan.ts'
import type { ServerLaunch } from '../servers/server-launch.ts'
import type { TimedStart } from '../starts/timed-start.ts'

/** Everything that was found about one suite. */
export interface MeasuredSuite {
  readonly contenders: readonly MeasuredContender[]
  /** The contenders of each group, the one the others are held against first. */
  readonly groups: readonly (readonly MeasuredContender[])[]
  readonly end: RunEnd
  readonly timedShares: readonly TimedShare[]
}

/**
 * Everything found about one contender; nothing about one that is unsupported. A baseline that stands in several
 * groups has the launches of all.
 */
export interface MeasuredContender {
  readonly plan: ContenderPlan
  readonly launches: MeasuredLaunch[]
  lost: LaunchError | null
  readonly lostLaunches: LostLaunch[]
  /**
   * Where it comes to another speed later than a warm-up lasts by itself: each launch is warmed up beyond that. Null where
   * none was seen, undefined where nobody looked long enough.
   */
  late: LateChange | null | undefined
  /** From a launch that was traced and not timed; null where there was none. */
  events: EngineEvents | null
  /** From a launch of its own that was traced and not timed; null where there was none. */
  code: CodeRecord | null
  /** From launches beside the timed ones; null where there was none. */
  memory: MemoryRecord | null
  calls: CallsRecord | null
  /** CPU time of single requests to a server; null where nobody asked. */
  requestCpuNs: readonly number[] | null
  /** What workerd tells of starting its app in new isolates; null where nobody could ask. */
  startupPhases: StartupPhases | null
  /** What went wrong in those. */
  readonly sideErrors: string[]
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
    code: null,
    memory: null,
    calls: null,
    requestCpuNs: null,
    startupPhases: null,
    sideErrors: [],
  }
}

/** One launch of a contender, and the group and number it had. */
export interface MeasuredLaunch extends ContenderLaunch {
  readonly group: number
  readonly launch: number
  /** What a server gave beside its samples; absent for a case that is a function. */
  readonly server?: ServerLaunch
  /** What a start gave beside its sample; absent for what is not started to be timed. */
  readonly start?: TimedStart
}

/** A launch that gave nothing, since it lost contenders; it was made again without them. */
export interface LostLaunch {
  readonly group: number
  readonly launch: number
  readonly by: readonly { readonly plan: ContenderPlan; readonly error: LaunchError }[]
}

/** Where the time of a target went. */
export interface TimedShare {
  timedNs: number
  /** From the start of each launch to its last exit, shared out evenly over its contenders. */
  launchNs: number
  /** Of the same, part by part: what contenders do side by side is shared out too. */
  readonly parts: TimeParts
}

/** Nanoseconds. */
export interface TimeParts {
  start: number
  import: number
  setup: number
  warmUp: number
  betweenBatches: number
  end: number
}

/** Returns the duty of a target before anything was launched. */
export function noTimedShare(): TimedShare {
  const parts = { start: 0, import: 0, setup: 0, warmUp: 0, betweenBatches: 0, end: 0 }
  return { timedNs: 0, launchNs: 0, parts }
}

/** A suite's measurements with what is needed to name them. */
export interface NamedSuite {
  readonly name: string
  readonly plan: SuitePlan
  readonly measured: MeasuredSuite
  readonly targetIds: readonly string[]
}
