import { conductRun, type RunEnd, type Stopping } from '@steelyard/schedule'
import { type LaunchOutcome, launchMembers } from '../launch/launch-members.ts'
import type { MeasureTask } from './measure-task.ts'
import type { LaunchNumber, MeasuredContender } from './measured-suite.ts'
import type { SuiteLog } from './suite-log.ts'

/** How the groups of a suite are launched. */
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
  { metric, context, signal, onProgress }: MeasureTask,
  { stopping, sideNs, launchOnce }: GroupLaunching,
): Promise<RunEnd> {
  return conductRun({
    ...{ pairs: log.groups.map(members => Math.max(0, members.length - 1)), metric, stopping },
    ...{ random: context.random, now: nowNs, signal },
    launch: (group, launch) => {
      const number = { group, launch }
      return launchMembers(log, number, signal, able => launchOnce(able, number))
    },
    onProgress: progress => onProgress({ ...progress, remainingNs: progress.remainingNs + sideNs }),
  })
}

/** Nanoseconds since some fixed moment. */
export function nowNs(): number {
  return performance.now() * 1e6
}
