import type { TimerName } from '@steelyard/record'
import { type Timer, timers } from '@steelyard/timers'
import { UsageError } from '../plan/usage-error.ts'
import type { NamedTarget } from '../targets/targets.ts'

/** Returns the timers besides Steelyard's own. */
export function otherTimers(names: readonly TimerName[]): Timer[] {
  return names.flatMap(name => (name === 'steelyard' ? [] : [timers[name]]))
}

/** Leaves out what a timer cannot time on a runtime; UsageError when a timer can time on none of the targets. */
export function checkTimers(names: readonly TimerName[], targets: readonly NamedTarget[]): void {
  if (names.includes('steelyard')) return
  for (const { name, gaps } of otherTimers(names)) {
    const reasons = targets.map(({ target }) => gaps[target.runner.name])
    if (reasons.some(reason => reason === undefined)) continue
    const runtimes = [...new Set(targets.map(({ target }) => target.runner.name))].join(', ')
    throw new UsageError(
      `Cannot time on ${runtimes} with ${name}: ${reasons[0]}. Choose another --timer or another --runtime.`,
    )
  }
}
