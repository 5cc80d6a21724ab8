import { LaunchError } from '@steelyard/launcher'
import type { TiersRecord } from '@steelyard/record'
import { launchMeanNs, mean } from '@steelyard/stats'
import type { LaunchContext } from '../launch/launch-context.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import type { Probe } from '../side-launches/probe.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'
import type { SuiteLog } from '../suite/suite-log.ts'
import { functionTiers } from './function-tiers.ts'
import { launchObserved } from './observed-launch.ts'
import { ownFunctions } from './own-functions.ts'

/**
 * Launches a contender once more, alone, and returns which of its functions came to which tier, and when. Its time is not
 * used. Returns null where its engine has no log that can be read; LaunchError when it is lost.
 */
export async function launchForTiers(
  { plan, late, launches }: MeasuredContender,
  timedNs: number,
  context: LaunchContext,
): Promise<TiersRecord | null> {
  const observed = await launchObserved({ plan, late }, timedNs, false, context)
  if (observed === null) return null
  const { launch, log, logs } = observed
  const loggedNs = launchMeanNs(launch, 'wall')
  const timed = launches.flatMap(each => launchMeanNs(each, 'wall') ?? [])
  return {
    slowdown: loggedNs === null || timed.length === 0 ? null : loggedNs / mean(timed),
    windowIterations: logs.windowIterations,
    lacks: log.lacks,
    isComplete: logs.isComplete,
    functions: functionTiers(logs, log, ownFunctions(context)),
  }
}

/** A launch of an ordinary run times about as much. */
const TRACED_NS = 500e6

/** Returns what finds the tiers of contenders that have none yet, each launched once more, alone. */
export function tiersProbes(log: SuiteLog, plans: Iterable<ContenderPlan>, context: LaunchContext): Probe[] {
  return Array.from(plans, plan => log.of(plan))
    .filter(({ tiers }) => tiers === null)
    .map(contender => ({
      plan: contender.plan,
      lost: 'no-tiers-launch',
      find: async () => ({
        tiers: await launchForTiers(contender, TRACED_NS, context).catch(error => {
          // An engine that does not know the flags does not start.
          if (error instanceof LaunchError) return null
          throw error
        }),
      }),
    }))
}
