import {
  type ContenderLaunch,
  conductRun,
  type LateChange,
  type Metric,
  needBeyond,
  Pacer,
  type Pacing,
  type Progress,
  type RunEnd,
  type Stopping,
  timedNsOf,
} from '@steelyard/conductor'
import type { LaunchError } from '@steelyard/launcher'
import type { CallsRecord, CodeRecord, MemoryRecord } from '@steelyard/store'
import type { StartupPhases } from '@steelyard/timers'
import { batchFactorOf } from './batch-lengths.ts'
import { type Besides, besideNs, lookBeside } from './beside.ts'
import type { EngineEvents } from './event-log.ts'
import { type GroupLaunch, type LaunchContext, launchGroup } from './launch-group.ts'
import { failedUnlessAborted, launchMembers, launchRandom } from './launch-members.ts'
import type { ContenderPlan, SuitePlan } from './plan.ts'
import { scout } from './scouting.ts'
import type { ServerLaunch } from './servers/server-launch.ts'
import type { TimedStart } from './starts/measure-starts.ts'
import { neededTimeNs } from './suite-time.ts'

/** Of the time, for the launches that are traced. */
const TRACED_SHARE = 0.05

/** How far beyond its time a group may go that lacks launches, as a factor: the last one may just not fit. */
export const OVERTIME = 1.1

/** Timed batches of one contender in a traced launch, all together, so that every group can have its own. */
const TRACED_NS = 100e6

/** Seed the order and placement of a traced launch, of those beside, and of looks. */
const TRACED = -1
const BESIDE = -2
const SCOUTED = -3

/** One launch of a contender, and the group and number it had. */
export interface MeasuredLaunch extends ContenderLaunch {
  readonly group: number
  readonly launch: number
  /** What a server gave beside its samples; absent for a case that is a function. */
  readonly server?: ServerLaunch
  /** What a start gave beside its sample; absent for what is not started to be timed. */
  readonly start?: TimedStart
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
  readonly troubles: string[]
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
    troubles: [],
  }
}

/** A launch that gave nothing, since it lost contenders; it was made again without them. */
export interface LostLaunch {
  readonly group: number
  readonly launch: number
  readonly by: readonly { readonly plan: ContenderPlan; readonly error: LaunchError }[]
}

export interface MeasuredSuite {
  readonly contenders: readonly MeasuredContender[]
  /** The contenders of each group, the one the others are held against first. */
  readonly groups: readonly (readonly MeasuredContender[])[]
  readonly end: RunEnd
  readonly duty: readonly Duty[]
}

/** Where the time of a target went. */
export interface Duty {
  timedNs: number
  /** From the start of each launch to its last exit, shared out evenly over its contenders. */
  launchNs: number
  /** Of the same, part by part: what contenders do side by side is shared out too. */
  readonly parts: DutyParts
}

/** Nanoseconds. */
export interface DutyParts {
  start: number
  import: number
  setup: number
  warmUp: number
  betweenBatches: number
  end: number
}

export interface MeasureOptions {
  readonly plan: SuitePlan
  readonly context: LaunchContext
  readonly metric: Metric
  readonly seed: number
  readonly stopping: Stopping
  /** Launches of each group that the budget is shared out for. */
  readonly launches: number
  readonly batchFactors: readonly number[]
  readonly timedSeconds: number | null
  /** Whether each group has a launch beside the timed ones in which the engines tell what they do. */
  readonly traced: boolean
  readonly besides: Besides
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Measures one suite: launch after launch of its groups, until it is precise enough or the time is up. */
export async function measureSuite(options: MeasureOptions): Promise<MeasuredSuite> {
  const { plan, context, metric, signal, onProgress } = options
  const untracedShare = options.traced ? 1 - TRACED_SHARE : 1
  const contenders = new Map(plan.contenders.map(one => [one, unmeasured(one)]))
  const groups = plan.groups.map(group => group.flatMap(member => contenders.get(member) ?? []))
  const now = () => performance.now() * 1e6
  const scoutedNs = await scout({
    ...{ contenders: [...new Set(groups.flat())], timeNs: options.stopping.timeNs, signal },
    ...{ launchesExpected: groups.length * options.launches, onProgress },
    launchesNs: neededTimeNs(groups.flat().length * options.launches),
    context: { ...context, random: launchRandom(options, 0, SCOUTED) },
  })
  const afterScoutingNs = options.stopping.timeNs - scoutedNs
  const besidesNs = besideNs([...contenders.values()], options.besides, afterScoutingNs)
  const timeNs = afterScoutingNs - besidesNs
  const stopping = {
    ...options.stopping,
    timeNs: timeNs * untracedShare,
    latestNs: OVERTIME * afterScoutingNs * untracedShare,
  }
  const beganNs = now()
  const groupSizes = groups.map(({ length }) => length)
  const pacer = new Pacer({ groupSizes, launches: options.launches, timeNs: stopping.timeNs, metric, now })
  const batchNs = batchNsOf(options)
  const duty = context.targets.map(noDuty)

  const launch = (group: number, number: number) =>
    launchMembers(groups[group] ?? [], { group, launch: number }, { metric, signal }, async able => {
      const beganMs = performance.now()
      const needs = able.map(({ late }) => needBeyond(late))
      const result = await launchGroup(
        able.map(({ plan }) => plan),
        paced(
          pacer.next(group, batchFactorOf(number, options.batchFactors) * (batchNs[group] ?? 0)),
          options,
        ),
        { ...context, random: launchRandom(options, group, number), needs },
      ).catch(error => failedUnlessAborted(error, signal))
      // Processes that were killed by an interruption tell nothing.
      if (signal.aborted) return result
      const launchNs = (performance.now() - beganMs) * 1e6
      account(duty, able, result, launchNs)
      if ('launches' in result) pacer.launched(group, result.launches, launchNs)
      return result
    })

  const pairs = groups.map(members => Math.max(0, members.length - 1))
  const end = await conductRun({
    ...{ pairs, stopping, random: context.random, now, launch, signal },
    onProgress: progress => onProgress({ ...progress, remainingNs: progress.remainingNs + besidesNs }),
  })
  const lateNs = Math.max(0, now() - beganNs - stopping.timeNs)
  if (options.traced) {
    const untilNs = beganNs + timeNs + lateNs
    for (const [group, members] of groups.entries()) {
      const warmUpNs = members.reduce((sum, { late }) => sum + (late?.durationNs ?? 0), 0)
      if (now() + warmUpNs < untilNs) await trace(members, pacer.next(group, batchNs[group] ?? 0), options)
    }
  }
  const random = launchRandom(options, 0, BESIDE)
  await lookBeside({
    ...{ contenders: [...contenders.values()], besides: options.besides, timeNs: besidesNs - lateNs / 2 },
    ...{ context: { ...context, random }, signal, onProgress },
  })
  return { contenders: [...contenders.values()], groups, end, duty }
}

/** Finds out what the engines do while a group is weighed, by a launch of which no time is kept. */
async function trace(
  members: readonly MeasuredContender[],
  pacing: Pacing,
  options: MeasureOptions,
): Promise<void> {
  const { context, signal } = options
  const able = members.filter(({ lost }) => lost === null)
  if (able.length === 0 || signal.aborted) return
  const result = await launchGroup(
    able.map(({ plan }) => plan),
    { ...pacing, timedNs: Math.min(pacing.timedNs, TRACED_NS) },
    {
      ...context,
      random: launchRandom(options, able[0]?.launches[0]?.group ?? 0, TRACED),
      needs: able.map(({ late }) => needBeyond(late)),
      traced: true,
    },
  ).catch(error => failedUnlessAborted(error, signal))
  if (!('events' in result)) return
  able.forEach((member, index) => {
    member.events ??= result.events[index] ?? null
  })
}

/** Returns the duty of a target before anything was launched. */
export function noDuty(): Duty {
  const parts = { start: 0, import: 0, setup: 0, warmUp: 0, betweenBatches: 0, end: 0 }
  return { timedNs: 0, launchNs: 0, parts }
}

function account(
  duty: readonly Duty[],
  members: readonly MeasuredContender[],
  result: GroupLaunch,
  launchNs: number,
): void {
  members.forEach(({ plan }, index) => {
    const target = duty[plan.target]
    if (!target) return
    target.launchNs += launchNs / members.length
    if (!('launches' in result)) return
    const { launches, parts } = result
    const launch = launches[index]
    const timedNs = launch ? timedNsOf(launch) : 0
    const own = parts.members[index]
    target.timedNs += timedNs
    target.parts.start += (own?.startNs ?? 0) / members.length
    target.parts.import += (own?.importNs ?? 0) / members.length
    target.parts.setup += (own?.setupNs ?? 0) / members.length
    target.parts.warmUp += parts.warmUpNs / members.length
    target.parts.betweenBatches += parts.weighingNs / members.length - timedNs
    target.parts.end += parts.endNs / members.length
  })
}

function paced(pacing: Pacing, { timedSeconds }: MeasureOptions): Pacing {
  return timedSeconds === null ? pacing : { ...pacing, timedNs: timedSeconds * 1e9 }
}

/** All batches of a group are as long as the one that needs the longest. */
function batchNsOf({ plan, context }: MeasureOptions): number[] {
  return plan.groups.map(group =>
    Math.max(...group.map(({ target }) => context.targets[target]?.runner.batchNs ?? 0)),
  )
}
