import { LaunchError } from '@steelyard/launcher'
import type { ResultWarning } from '@steelyard/record'
import { abortedAfterGrace } from '../launch/aborted-after-grace.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { SideFindings, SuiteLog } from '../suite/suite-log.ts'

/** A measurement of one contender in a side launch. */
export interface SideTask {
  readonly plan: ContenderPlan
  readonly find: () => Promise<SideFindings>
  /** Says what failed. */
  readonly warningOf: (error: LaunchError) => ResultWarning
}

/**
 * Does the tasks one after another, until the signal comes, and keeps what they find. A contender that is lost in one
 * keeps its times; why it was lost is kept too.
 *
 * @param onTask called before each task with its index, from 0
 */
export async function runSideTasks(
  tasks: readonly SideTask[],
  log: SuiteLog,
  { signal, journal }: Pick<MeasureTask, 'signal' | 'journal'>,
  onTask: (index: number) => void = () => {},
): Promise<void> {
  for (const [index, { plan, find, warningOf }] of tasks.entries()) {
    if (signal.aborted) return
    onTask(index)
    try {
      log.found(plan, await journal.once(['side', index], find))
    } catch (error) {
      if (await abortedAfterGrace(signal)) return
      if (!(error instanceof LaunchError)) throw error
      log.sideError(plan, warningOf(error))
    }
  }
}
