import type { ContenderProcess } from '@steelyard/launcher'
import { conductLaunch } from '@steelyard/schedule'
import type { ClockShares } from '@steelyard/stats'
import { groupPacing } from '../../measure/src/functions/group-pacing.ts'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { prepare } from '../../measure/src/launch/prepare.ts'
import { samplerOf } from '../../measure/src/launch/window-sampler.ts'
import type { ContenderPlan } from '../../measure/src/plan/plan.ts'

const TIMED_NS = 60e6
const WARM_UP = { warmupMinimumNs: 20e6, warmupMaximumNs: 60e6 }

/**
 * Launches a contender whose clock is wrong by a factor, and returns the time on other clocks ÷ what it reports.
 *
 * @param factor reported time ÷ true time
 * @param others contenders with true clocks that take turns with it
 */
export async function launchWithClock(
  factor: number,
  plan: ContenderPlan,
  context: LaunchContext,
  others: readonly ContenderPlan[] = [],
  timedNs = TIMED_NS,
): Promise<ClockShares> {
  const processes: ContenderProcess[] = []
  try {
    for (const each of [plan, ...others]) {
      processes.push((await prepare(each, context, { core: context.cores[0] ?? null })).process)
    }
    const runners = processes.map(({ target }) => target.runner)
    const [launch] = await conductLaunch({
      contenders: processes.map((process, index) =>
        samplerOf(index === 0 ? withClock(process, factor) : process),
      ),
      lanes: [processes.map((_, index) => index)],
      gather: async () => {},
      pacing: { ...groupPacing(runners, timedNs), ...WARM_UP },
      random: context.random,
    })
    if (!launch?.clockShares) throw new Error('no other clock read it')
    return launch.clockShares
  } finally {
    await Promise.all(processes.map(process => process.kill()))
  }
}

function withClock(process: ContenderProcess, factor: number): ContenderProcess {
  return {
    ...process,
    async exchange(command) {
      const { reply, ...times } = await process.exchange(command)
      return {
        reply: 'durationNs' in reply ? { ...reply, durationNs: reply.durationNs * factor } : reply,
        ...times,
      }
    },
  }
}
