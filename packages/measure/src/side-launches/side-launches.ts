import { launchForTiers } from '../engine-logs/tiers-launch.ts'
import { type KnownContender, knownOf } from '../functions/known-contender.ts'
import { type LaunchContext, targetOf } from '../launch/launch-context.ts'
import { ALLOCATION_LAUNCHES, MOST_SIDE_SHARE, USAGE_LAUNCHES } from '../plan/time-and-launches.ts'
import type { MeasureTask, SideLaunches } from '../suite/measure-task.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'
import type { SideFindings, SuiteLog } from '../suite/suite-log.ts'
import { launchForAllocations } from './allocation-launch.ts'
import { launchForCalls } from './call-launch.ts'
import { launchForMemory } from './memory-launch.ts'
import { makeProbes, type Probe } from './probe.ts'
import { launchForUsage } from './usage-launch.ts'

/** What a launch takes besides its window: start, first call, warm-up, end; beyond a late change on top. */
const OVERHEAD_NS = 500e6
const SHORTEST_WINDOW_NS = 100e6
const LONGEST_WINDOW_NS = 500e6

/** Returns how much of the time of a suite these launches are given. */
export function sideLaunchesNs(
  contenders: readonly MeasuredContender[],
  { sideLaunches, context }: Pick<MeasureTask, 'sideLaunches' | 'context'>,
  timeNs: number,
): number {
  const launches = launchesOf(contenders, sideLaunches, context)
  return Math.min(overheadNs(launches) + launches.length * LONGEST_WINDOW_NS, MOST_SIDE_SHARE * timeNs)
}

function overheadNs(launches: readonly { readonly contender: MeasuredContender }[]): number {
  return launches.reduce((sum, { contender: { late } }) => sum + OVERHEAD_NS + (late?.durationNs ?? 0), 0)
}

/** Makes these launches one after another, of the contenders that were timed; none is begun after `untilNs`. */
export async function makeSideLaunches(
  log: SuiteLog,
  options: MeasureTask,
  timeNs: number,
  untilNs: number,
): Promise<void> {
  const { sideLaunches, context, onProgress } = options
  const timed = log.contenders().filter(isTimed)
  const probes = launchesOf(timed, sideLaunches, context, () => windowNs)
  const windowNs = Math.min(
    Math.max((timeNs - overheadNs(probes)) / probes.length, SHORTEST_WINDOW_NS),
    LONGEST_WINDOW_NS,
  )
  // A suite that is late has too little time for the shortest windows, and they are made all the same.
  const launchNs = windowNs + overheadNs(probes) / probes.length
  if (sideLaunches.allocations) {
    const lacking = timed.filter(contender => !canSample(contender, context))
    for (const { plan } of lacking) log.found(plan, { allocations: null })
  }
  await makeProbes(probes, log, { ...options, untilNs }, launchesDone =>
    onProgress({
      launchesDone,
      launchesExpected: probes.length,
      elapsedNs: launchesDone * launchNs,
      remainingNs: (probes.length - launchesDone) * launchNs,
    }),
  )
}

/** Whether a contender gets side launches: a control is a copy of one that does. */
export function isTimed({ plan, launches, lost }: MeasuredContender): boolean {
  return !plan.isControl && lost === null && launches.length > 0
}

function canSample({ plan }: MeasuredContender, context: LaunchContext): boolean {
  return targetOf(plan, context).runner.plainFrameFlags !== undefined
}

type Find = (known: KnownContender, windowNs: number) => Promise<SideFindings>

/** Returns the side launches of each contender, as many of each kind as are asked for. */
function launchesOf(
  contenders: readonly MeasuredContender[],
  { memory, usage, allocations, tiers, perCall, budgetNs }: SideLaunches,
  context: LaunchContext,
  windowNs: () => number = () => 0,
): (Probe & { readonly contender: MeasuredContender })[] {
  const allocationsOf = (isInlined: boolean) => async (known: KnownContender, timeNs: number) => ({
    allocations: [await launchForAllocations(known, timeNs, isInlined, context)],
  })
  return contenders.flatMap(contender => {
    const { plan } = contender
    if (plan.isControl || contender.lost !== null) return []
    const samples = allocations && canSample(contender, context) ? ALLOCATION_LAUNCHES : 0
    const known = knownOf(contender)
    const some = (count: number, lost: Probe['lost'], find: Find) => {
      const once = async () => (known === null ? {} : find(known, windowNs()))
      return Array.from({ length: count }, () => ({ contender, plan, lost, find: once }))
    }
    return [
      ...some(Number(memory), 'no-memory-launch', async (known, ns) => ({
        memory: await launchForMemory(known, ns, context),
      })),
      ...some(usage ? USAGE_LAUNCHES : 0, 'no-usage-launch', async (known, ns) => ({
        usage: [await launchForUsage(known, ns, context)],
      })),
      ...some(samples, 'no-allocations-launch', allocationsOf(true)),
      ...some(samples, 'no-allocations-launch', allocationsOf(false)),
      ...some(Number(tiers), 'no-tiers-launch', async (_, ns) => ({
        tiers: await launchForTiers(contender, ns, context),
      })),
      ...some(Number(perCall.includes(plan.caseId)), 'no-calls-launch', async (known, ns) => ({
        calls: await launchForCalls(known, ns, budgetNs, context),
      })),
    ]
  })
}
