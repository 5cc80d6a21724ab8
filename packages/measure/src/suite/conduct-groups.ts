import { type ConductedRun, conductRun, type Stopping } from '@steelyard/schedule'
import { type LaunchOutcome, launchMembers } from '../launch/launch-members.ts'
import type { SuitePlan } from '../plan/plan.ts'
import type { MeasureTask } from './measure-task.ts'
import type { LaunchNumber, MeasuredContender } from './measured-suite.ts'
import type { SuiteLog } from './suite-log.ts'

/** Groups that take turns: few, so that the first verdicts come early, and never one alone while others wait. */
const WAVE = 3

export interface GroupLaunching {
  readonly stopping: Stopping
  /** What side launches will take after that. */
  readonly sideNs: number
  /** Launches members of a group once, at least one. */
  readonly launchOnce: (able: readonly MeasuredContender[], number: LaunchNumber) => Promise<LaunchOutcome>
}

/** Launches the groups of a suite again and again, until they are precise enough or the time is up. */
export function conductGroups(
  log: SuiteLog,
  { plan, metric, context, journal, signal, onProgress }: MeasureTask,
  { stopping, sideNs, launchOnce }: GroupLaunching,
): Promise<ConductedRun> {
  return conductRun({
    pairs: log.groups.map(members => Math.max(0, members.length - 1)),
    metric,
    stopping,
    // Where every ratio has to be precise, no group ends long before the others.
    ...(stopping.verdicts && stopping.precision === null ? { wave: WAVE, order: byQuestion(plan) } : {}),
    random: context.random,
    now: journal.nowNs,
    signal,
    launch: (group, launch) => {
      const number = { group, launch }
      return launchMembers(log, number, signal, able => launchOnce(able, number))
    },
    onProgress: progress => onProgress({ ...progress, remainingNs: progress.remainingNs + sideNs }),
  })
}

/** Returns the indices of the groups: those that compare targets first, since their question is asked first. */
function byQuestion({ groups }: SuitePlan): readonly number[] {
  const isAcross = (index: number) => new Set(groups[index]?.map(({ target }) => target)).size > 1
  return [...groups.keys()].toSorted((a, b) => Number(isAcross(b)) - Number(isAcross(a)))
}
