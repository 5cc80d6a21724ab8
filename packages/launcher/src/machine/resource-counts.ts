import type { UsageCountsRecord } from '@steelyard/record'
import { processCounts, threadIds, threadSwitches } from './proc.ts'

/**
 * Returns a reader of the kernel's counts of one process; a reading takes about 0.3 ms. Switches are null once a thread has
 * ended, since its counts are gone with it.
 */
export function resourcesOf(pid: number): { read(): UsageCountsRecord } {
  let known: readonly number[] = []
  let isComplete = true
  return {
    read() {
      const threads = new Map(
        threadIds(pid).flatMap(thread => {
          const switches = threadSwitches(pid, thread)
          return switches === null ? [] : [[thread, switches] as const]
        }),
      )
      if (known.some(thread => !threads.has(thread))) isComplete = false
      known = [...threads.keys()]
      const sum = (kind: 'voluntary' | 'involuntary') =>
        isComplete && threads.size > 0
          ? [...threads.values()].reduce((total, switches) => total + switches[kind], 0)
          : null
      return {
        ...processCounts(pid),
        voluntarySwitches: sum('voluntary'),
        involuntarySwitches: sum('involuntary'),
      }
    },
  }
}
