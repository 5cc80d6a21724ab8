import type { DescribedApp, SuiteDescription } from '@steelyard/harness/protocol'
import { launchesNs, WINDOW_NS } from '@steelyard/schedule'
import { shortestLaunchNs } from '../servers/turn-pacing.ts'
import type { GroupPlan, SuitePlan } from './plan.ts'
import type { RunOptions } from './run-options.ts'
import { wantedLaunches } from './wanted-launches.ts'

/** Time beyond the shortest, so that a busy machine has its launches too. */
const ROOM = 1.3

/** A time that was asked for, with a last launch that just does not fit. */
const LAST_LAUNCH = 1.1

/** One start of an app that is timed, and its two answers. */
const TIMED_START_NS = 0.4e9

/** A launch for memory or for single calls, at its shortest. */
const SIDE_LAUNCH_NS = 0.6e9

/** What starting a server takes beyond that of one module: a framework, or each further process of a pool. */
const FRAMEWORK_NS = 0.5e9
const POOL_PROCESS_NS = 0.15e9

/**
 * Returns the time in which so many launches of functions, each counted once for every contender in it, are made on a
 * busy machine too.
 *
 * @param windowNs timed batches of each contender in a launch
 */
export function neededTimeNs(contenderLaunches: number, windowNs: number): number {
  return ROOM * launchesNs(contenderLaunches, windowNs)
}

/** Returns how much is timed of each contender in each launch: what was asked, or the same in all runs. */
export function windowNsOf({ timedSeconds }: Pick<RunOptions, 'timedSeconds'>): number {
  return timedSeconds === null ? WINDOW_NS : timedSeconds * 1e9
}

/** Returns the seconds, in tens, in which a suite has the launches that are wanted. */
export function neededSeconds(plan: SuitePlan, description: SuiteDescription, options: RunOptions): number {
  const { server } = description
  const launches = wantedLaunches(options)
  const needNs = plan.groups.reduce((sum, group) => {
    if (server === null) return sum + launchesNs(group.length * launches, windowNsOf(options))
    const launchNs =
      server.measure === 'start' ? group.length * TIMED_START_NS : serversNs(group, server.apps)
    return sum + launches * launchNs
  }, 0)
  return Math.ceil((ROOM * needNs + sideNs(plan, description, options)) / 1e10) * 10
}

/** What the launches of functions take that show memory and single calls: they are a part of the time of a suite. */
export function sideNs(
  { contenders }: Pick<SuitePlan, 'contenders'>,
  { server, memory, perCall }: SuiteDescription,
  { memory: isMemoryAsked, budgetNs }: RunOptions,
): number {
  if (server !== null) return 0
  const forMemory = memory || isMemoryAsked ? contenders.length : 0
  const isTimed = (caseId: string) => perCall.includes(caseId) || (budgetNs !== null && perCall.length === 0)
  const forCalls = contenders.filter(({ caseId }) => isTimed(caseId)).length
  return (forMemory + forCalls) * SIDE_LAUNCH_NS
}

/**
 * Returns how long a suite is measured: as was asked. By default it has at least what its launches need, which are fewer in
 * a preview.
 */
export function suiteSeconds(plan: SuitePlan, description: SuiteDescription, options: RunOptions): number {
  const { timeSeconds, isDefaultTime } = options
  if (!isDefaultTime) return timeSeconds
  return Math.max(timeSeconds, neededSeconds(plan, description, options))
}

/**
 * Returns how far beyond its time a suite may go where a group lacks launches, as a factor. A time that was asked for is
 * kept, but for a last launch that just does not fit. By default verdicts are wanted, which take longer on a slow machine.
 */
export function overtimeOf({ isDefaultTime }: Pick<RunOptions, 'isDefaultTime'>): number {
  return isDefaultTime ? ROOM : LAST_LAUNCH
}

function serversNs(group: GroupPlan, apps: Readonly<Record<string, DescribedApp>>): number {
  const beyondNs = group.map(({ caseId }) => {
    const app = apps[caseId]
    if (app === undefined || 'sourced' in app) return 0
    const processes = app.pool?.processes ?? 1
    return ('prepared' in app ? FRAMEWORK_NS : 0) + (processes - 1) * POOL_PROCESS_NS
  })
  return shortestLaunchNs(group.length) + beyondNs.reduce((sum, ns) => sum + ns, 0)
}
