import type { Contender } from '@steelyard/conductor'
import type { ContenderProcess } from '@steelyard/launcher'

/** A sleeping process's CPU clock stands still over this time. */
const STILL_MS = 0.025

/** Longer than this nobody waits for helper threads. */
const SETTLE_LIMIT_MS = 3

/** Returns a process as something that runs batches. */
export function contenderOf(process: ContenderProcess): Contender {
  const { runner } = process.target
  const exchange = async (
    iterations: number,
  ): Promise<{ readonly wallNs: number; readonly hostNs: number }> => {
    const { reply, hostNs } = await process.exchange({ type: 'run', iterations })
    if (reply.type !== 'ran') throw new Error(`answered '${reply.type}' to a batch`)
    return { wallNs: runner.clock === 'host' ? hostNs : reply.durationNs, hostNs }
  }
  return {
    warm: async iterations => (await exchange(iterations)).wallNs,
    async run(iterations) {
      // The collector may still be busy with the lead-in; that must not fall on the batch, nor on a null batch.
      const before = settledCpuNs(process)
      const times = await exchange(iterations)
      const after = settledCpuNs(process)
      return {
        ...times,
        cpuNs: before === null || after === null ? null : after - before,
      }
    },
  }
}

/**
 * Returns the CPU time of a process once it sleeps. After its reply a process still has to go back to waiting, and
 * its collector and compiler threads may be busy: read too early, the time would fall on a batch of someone else,
 * and the next contender would share the core with them.
 */
function settledCpuNs({ cpuNs }: ContenderProcess): number | null {
  const limit = performance.now() + SETTLE_LIMIT_MS
  for (let last = cpuNs(); ; ) {
    const until = performance.now() + STILL_MS
    while (performance.now() < until);
    const now = cpuNs()
    if (now === last || now === null || performance.now() > limit) return now
    last = now
  }
}
