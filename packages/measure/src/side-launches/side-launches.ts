import { launchForTiers } from '../engine-logs/tiers-launch.ts'
import { type KnownContender, knownOf } from '../functions/known-contender.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { scriptsOf } from '../profiles/profile-contenders.ts'
import type { MeasureTask, SideLaunches } from '../suite/measure-task.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'
import type { SuiteLog } from '../suite/suite-log.ts'
import { launchForAllocations } from './allocation-launch.ts'
import { launchForCalls } from './call-launch.ts'
import { launchForMemory } from './memory-launch.ts'
import { runSideTasks, type SideTask } from './run-side-tasks.ts'
import { launchForUsage } from './usage-launch.ts'

/** What a launch takes besides its window: start, first call, warm-up, end; beyond a late change on top. */
const OVERHEAD_NS = 500e6
const SHORTEST_WINDOW_NS = 100e6
const LONGEST_WINDOW_NS = 500e6

/** Launches in which the kernel's counts are read: few, since most contenders have the same in each. */
const USAGE_LAUNCHES = 3

/** Launches whose allocations are sampled: of each kind, with inlined functions and without. */
const ALLOCATION_LAUNCHES = 3

/** The most that all of these launches may take of the time of a suite. */
const MOST_SHARE = 0.25

/** Returns how much of the time of a suite these launches are given. */
export function sideLaunchesNs(
  contenders: readonly MeasuredContender[],
  { sideLaunches, context }: Pick<MeasureTask, 'sideLaunches' | 'context'>,
  timeNs: number,
): number {
  const launches = launchesOf(contenders, sideLaunches, context)
  return Math.min(overheadNs(launches) + launches.length * LONGEST_WINDOW_NS, MOST_SHARE * timeNs)
}

function overheadNs(launches: readonly { readonly contender: MeasuredContender }[]): number {
  return launches.reduce((sum, { contender: { late } }) => sum + OVERHEAD_NS + (late?.durationNs ?? 0), 0)
}

/** Makes these launches one after another, of the contenders that were timed. */
export async function makeSideLaunches(log: SuiteLog, options: MeasureTask, timeNs: number): Promise<void> {
  const { sideLaunches, context, onProgress } = options
  const launches = launchesOf(log.contenders(), sideLaunches, context)
  const windowNs = Math.min(
    Math.max((timeNs - overheadNs(launches)) / launches.length, SHORTEST_WINDOW_NS),
    LONGEST_WINDOW_NS,
  )
  const launchNs = timeNs / launches.length
  if (sideLaunches.allocations) {
    const lacking = log.contenders().filter(contender => isTimed(contender) && !canSample(contender, context))
    for (const { plan } of lacking) log.found(plan, { allocations: null })
  }
  const allocationsOf = allocationSampler(context)
  const tasks = launches.map(({ contender, find, isInlined }): SideTask => {
    const known = contender.lost === null ? knownOf(contender) : null
    return {
      plan: contender.plan,
      find: async () => {
        if (known === null) return {}
        if (find === 'memory') return { memory: await launchForMemory(known, windowNs, context) }
        if (find === 'tiers') return { tiers: await launchForTiers(contender, windowNs, context) }
        if (find === 'usage') return { usage: [await launchForUsage(known, windowNs, context)] }
        if (find === 'allocations') return { allocations: await allocationsOf(known, isInlined, windowNs) }
        return { calls: await launchForCalls(known, windowNs, sideLaunches.budgetNs, context) }
      },
      warningOf: ({ message }) => ({ code: LOST[find], message }),
    }
  })
  await runSideTasks(tasks, log, options, launchesDone =>
    onProgress({
      launchesDone,
      launchesExpected: launches.length,
      elapsedNs: launchesDone * launchNs,
      remainingNs: timeNs - launchesDone * launchNs,
    }),
  )
}

const LOST = {
  memory: 'no-memory-launch',
  usage: 'no-usage-launch',
  allocations: 'no-allocations-launch',
  tiers: 'no-tiers-launch',
  calls: 'no-calls-launch',
} as const

const ALLOCATION_KINDS = [true, false].flatMap(isInlined =>
  Array.from({ length: ALLOCATION_LAUNCHES }, () => ({ find: 'allocations', isInlined }) as const),
)

function isTimed({ plan, launches, lost }: MeasuredContender): boolean {
  return !plan.isControl && lost === null && launches.length > 0
}

function canSample({ plan }: MeasuredContender, { targets }: LaunchContext): boolean {
  return (targets[plan.target]?.runner.plainFrameFlags ?? null) !== null
}

function launchesOf(
  contenders: readonly MeasuredContender[],
  { memory, usage, allocations, tiers, perCall }: SideLaunches,
  context: LaunchContext,
) {
  return contenders.flatMap(contender => {
    const { caseId, isControl } = contender.plan
    if (isControl) return []
    const usual = { contender, isInlined: true }
    return [
      ...(memory ? [{ ...usual, find: 'memory' } as const] : []),
      ...(usage ? Array.from({ length: USAGE_LAUNCHES }, () => ({ ...usual, find: 'usage' }) as const) : []),
      ...(allocations && canSample(contender, context)
        ? ALLOCATION_KINDS.map(kind => ({ ...usual, ...kind }))
        : []),
      ...(tiers ? [{ ...usual, find: 'tiers' } as const] : []),
      ...(perCall.includes(caseId) ? [{ ...usual, find: 'calls' } as const] : []),
    ]
  })
}

function allocationSampler(context: LaunchContext) {
  let scripts: ReturnType<typeof scriptsOf> | null = null
  return async (known: KnownContender, isInlined: boolean, timeNs: number) => {
    scripts ??= scriptsOf(context)
    return [await launchForAllocations(known, { isInlined, timeNs, scripts: await scripts }, context)]
  }
}
