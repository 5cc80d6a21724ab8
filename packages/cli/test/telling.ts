import { conductLaunch, type Pacing } from '@steelyard/conductor'
import type { ContenderProcess } from '@steelyard/launcher'
import type { ClockShares } from '@steelyard/stats'
import { type LaunchContext, prepare } from '../src/launch-group.ts'
import type { ContenderPlan } from '../src/plan.ts'
import { contenderOf } from '../src/weigh.ts'

const PACING: Omit<Pacing, 'batchNs'> = {
  leadInNs: 0.3e6,
  warmupMinimumNs: 20e6,
  warmupMaximumNs: 60e6,
  timedNs: 60e6,
}

/**
 * Launches a contender that tells another time of each batch than it takes, and returns what other clocks saw of it.
 *
 * @param told ÷ what it takes
 */
export async function launchTelling(
  told: number,
  plan: ContenderPlan,
  context: LaunchContext,
): Promise<ClockShares> {
  const { process } = await prepare(plan, context, { core: context.cores[0] ?? null })
  try {
    const [launch] = await conductLaunch({
      contenders: [contenderOf(telling(process, told))],
      lanes: [[0]],
      gather: async () => {},
      pacing: { ...PACING, batchNs: process.target.runner.batchNs },
      random: context.random,
    })
    if (!launch?.clockShares) throw new Error('nothing was seen of it')
    return launch.clockShares
  } finally {
    await process.kill()
  }
}

function telling(process: ContenderProcess, told: number): ContenderProcess {
  return {
    ...process,
    async exchange(command) {
      const { reply, hostNs } = await process.exchange(command)
      return {
        reply: 'durationNs' in reply ? { ...reply, durationNs: reply.durationNs * told } : reply,
        hostNs,
      }
    },
  }
}
