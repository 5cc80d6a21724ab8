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

/** A contender that has started, and ends when it is disposed of. */
export interface ClockedContender extends AsyncDisposable {
  /**
   * Measures it with a clock that is wrong by a factor, and returns its times by other clocks.
   *
   * @param factor reported time ÷ true time
   */
  sharesWith(factor: number): Promise<ClockShares>
}

/**
 * Starts a contender whose clock can be wrong.
 *
 * @param others contenders that take turns with it
 */
export async function startClocked(
  plan: ContenderPlan,
  context: LaunchContext,
  others: readonly ContenderPlan[] = [],
): Promise<ClockedContender> {
  await using starting = new AsyncDisposableStack()
  const processes: ContenderProcess[] = []
  for (const each of [plan, ...others]) {
    const { process } = await prepare(each, context, { core: context.cores[0] ?? null })
    processes.push(starting.use(process))
  }
  const running = starting.move()
  return {
    sharesWith: factor => sharesWithClock(factor, processes, context),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** The clock of the first process is the wrong one. */
async function sharesWithClock(
  factor: number,
  processes: readonly ContenderProcess[],
  { random }: LaunchContext,
): Promise<ClockShares> {
  const runners = processes.map(({ target }) => target.runner)
  const [launch] = await conductLaunch({
    contenders: processes.map((process, index) =>
      samplerOf(index === 0 ? withClock(process, factor) : process),
    ),
    lanes: [processes.map((_, index) => index)],
    gather: async () => {},
    pacing: { ...groupPacing(runners, TIMED_NS), ...WARM_UP },
    random,
  })
  if (!launch?.clockShares) throw new Error('no other clock read it')
  return launch.clockShares
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
