import { setTimeout as sleep } from 'node:timers/promises'
import { LaunchError } from '@steelyard/launcher'
import type { ResultWarning } from '@steelyard/record'
import type { ContenderPlan } from '../plan/plan.ts'
import type { SideFindings, SuiteLog } from '../suite/suite-log.ts'

/** Ctrl-C reaches a measured process too, and may reach it before it reaches us. */
const SIGNAL_GRACE_MS = 100

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
  signal: AbortSignal,
  onTask: (index: number) => void = () => {},
): Promise<void> {
  for (const [index, { plan, find, warningOf }] of tasks.entries()) {
    if (signal.aborted) return
    onTask(index)
    try {
      log.found(plan, await find())
    } catch (error) {
      await sleep(SIGNAL_GRACE_MS)
      if (signal.aborted) return
      if (!(error instanceof LaunchError)) throw error
      log.sideError(plan, warningOf(error))
    }
  }
}
