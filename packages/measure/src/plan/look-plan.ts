import type { SuiteDescription } from '@steelyard/harness/protocol'
import { launchesNs } from '@steelyard/schedule'
import { expectedLagOne, type LookPlan } from '@steelyard/stats'
import { otherTimers } from '../other-timers/check-timers.ts'
import type { SuitePlan } from './plan.ts'
import type { RunOptions } from './run-options.ts'
import { sideNs, suiteSeconds, windowNsOf } from './suite-time.ts'
import { wantedLooks } from './wanted-launches.ts'

/**
 * Returns when comparisons of a suite may have verdicts. A time that was asked for is a cap: N is what it holds. Servers and
 * starts have one look, since how their launches spread was not simulated for fewer.
 */
export function lookPlanOf(
  plan: Pick<SuitePlan, 'groups' | 'contenders'>,
  description: SuiteDescription,
  options: RunOptions,
): LookPlan {
  const { first, planned } = wantedLooks(options)
  if (description.server !== null) return { first: planned, planned, lagOne: 0 }
  const held = options.isDefaultTime ? planned : heldLaunches(plan, description, options)
  const lagOne = expectedLagOne(plan.groups.length)
  return { first, planned: Math.min(planned, Math.max(first, held)), lagOne }
}

/** Returns how many launches of every group fit in the time that was asked for. */
export function heldLaunches(
  plan: Pick<SuitePlan, 'groups' | 'contenders'>,
  description: SuiteDescription,
  options: RunOptions,
): number {
  const leftNs = options.timeSeconds * 1e9 - sideNs(plan, description, options)
  return Math.floor(leftNs / launchesNs(Math.max(1, plan.groups.flat().length), windowNsOf(options)))
}

/** Returns how long a suite takes, in seconds: with all verdicts at the first look, and with launches up to the last one. */
export function expectedSeconds(
  plan: SuitePlan,
  description: SuiteDescription,
  options: RunOptions,
): { readonly least: number; readonly most: number } {
  const capSeconds = suiteSeconds(plan, description, options)
  if (description.server !== null || otherTimers(options.timers).length > 0) {
    return { least: capSeconds, most: capSeconds }
  }
  const { first, planned } = lookPlanOf(plan, description, options)
  const secondsFor = (launches: number) => {
    const launchingNs = launchesNs(launches * plan.groups.flat().length, windowNsOf(options))
    return Math.min(capSeconds, (launchingNs + sideNs(plan, description, options)) / 1e9)
  }
  const least = secondsFor(first)
  if (options.quick) return { least, most: least }
  return { least, most: options.precision === null ? secondsFor(planned) : capSeconds }
}
