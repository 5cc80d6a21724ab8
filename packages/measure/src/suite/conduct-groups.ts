import { type ConductedRun, conductRun, launchesNs, type Stopping } from '@steelyard/schedule'
import type { LaunchContext } from '../launch/launch-context.ts'
import {
  failedUnlessAborted,
  type Launched,
  type LostMembers,
  launchMembers,
  launchRandom,
} from '../launch/launch-members.ts'
import type { ContenderPlan, SuitePlan } from '../plan/plan.ts'
import type { MeasureTask } from './measure-task.ts'
import type { LaunchNumber, MeasuredContender, TimeParts } from './measured-suite.ts'
import type { SuiteLog } from './suite-log.ts'

/** Groups that take turns: few, so that verdicts come early. */
const WAVE = 2

/** How far beyond its time, with overtime, a suite may go for groups without a launch: a share of it, or one launch. */
const FIRST_LAUNCH_SHARE = 0.25
const FIRST_LAUNCH_NS = 2.5e9

/** How the groups of one kind of suite are launched. */
export interface GroupLaunching<Kind extends Launched> {
  readonly stopping: Stopping
  /** What side launches will take after that. */
  readonly sideNs: number
  /** Launches members of a group once, at least one. */
  readonly launchOnce: (
    plans: readonly ContenderPlan[],
    number: LaunchNumber,
    context: LaunchContext,
    able: readonly MeasuredContender[],
  ) => Promise<Kind | LostMembers>
  /** Returns the times of all members of a launch, of which each has an even share of all. */
  readonly timesOf: (
    launched: Kind,
    shareNs: number,
    able: readonly MeasuredContender[],
  ) => readonly { readonly timedNs: number; readonly parts: Partial<TimeParts> }[]
  /** Hears how long a launch took that lost members. */
  readonly onLost?: (launchNs: number) => void
}

/** Launches the groups of a suite again and again, until they are precise enough or the time is up. */
export function conductGroups<Kind extends Launched>(
  log: SuiteLog,
  options: MeasureTask,
  { stopping, sideNs, launchOnce, timesOf, onLost }: GroupLaunching<Kind>,
): Promise<ConductedRun> {
  const { plan, metric, context, journal, overtime, windowNs, signal, onProgress } = options
  const { timeNs, verdicts, precision } = stopping
  const firstLook = verdicts?.looks.first ?? 0
  const holdsFirstLook = launchesNs(plan.groups.flat().length * firstLook, windowNs) <= timeNs
  const launched = async (able: readonly MeasuredContender[], number: LaunchNumber) => {
    const { group, launch } = number
    const plans = able.map(({ plan }) => plan)
    const random = launchRandom(options, group, launch)
    const beganNs = journal.nowNs()
    const outcome = await journal.launch([group, launch, able.length], context, heard =>
      launchOnce(plans, number, { ...context, heard, random }, able).catch(error =>
        failedUnlessAborted(error, signal),
      ),
    )
    const launchNs = journal.nowNs() - beganNs
    const shareNs = launchNs / able.length
    if ('lost' in outcome) onLost?.(launchNs)
    // Processes that were killed by an interruption give no result.
    const times = signal.aborted || 'lost' in outcome ? [] : timesOf(outcome, shareNs, able)
    for (const [index, { target }] of plans.entries()) {
      const { timedNs, parts } = times[index] ?? { timedNs: 0, parts: {} }
      log.spent(target, timedNs, shareNs, parts)
    }
    return outcome
  }
  return conductRun({
    pairs: log.groups.map(members => Math.max(0, members.length - 1)),
    metric,
    stopping: {
      ...stopping,
      latestFirstNs: Math.max((overtime + FIRST_LAUNCH_SHARE) * timeNs, timeNs + FIRST_LAUNCH_NS),
    },
    // Where every ratio has to be precise, no group ends long before the others. Estimates alone are wanted of all.
    ...(verdicts && precision === null && holdsFirstLook ? { wave: WAVE, order: byQuestion(plan) } : {}),
    random: context.random,
    now: journal.nowNs,
    signal,
    launch: (group, launch) => {
      const number = { group, launch }
      return launchMembers(log, number, signal, able => launched(able, number))
    },
    onProgress: progress => onProgress({ ...progress, remainingNs: progress.remainingNs + sideNs }),
  })
}

/** Returns the indices of the groups: those that compare targets first, since their question is asked first. */
export function byQuestion({ groups }: Pick<SuitePlan, 'groups'>): readonly number[] {
  const isAcross = (index: number) => new Set(groups[index]?.map(({ target }) => target)).size > 1
  return [...groups.keys()].toSorted((a, b) => Number(isAcross(b)) - Number(isAcross(a)))
}
