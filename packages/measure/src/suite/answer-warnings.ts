import type { LaunchContext } from '../launch/launch-context.ts'
import type { SuiteLog } from './suite-log.ts'

/** Logs the warnings about outputs of an adopted file's cases. */
export function logAnswerWarnings(log: SuiteLog, { adoptedAnswers }: LaunchContext): void {
  for (const { plan, launches } of log.contenders()) {
    if (launches.length === 0) continue
    for (const warning of adoptedAnswers?.warnings(plan) ?? []) log.sideError(plan, warning)
  }
}
