import { conductRun, needBeyond, Pacer, type Pacing, timedNsOf } from '@steelyard/schedule'
import { type GroupLaunch, launchGroup } from '../launch/launch-group.ts'
import { failedUnlessAborted, launchMembers, launchRandom } from '../launch/launch-members.ts'
import { neededTimeNs } from '../plan/suite-time.ts'
import { makeSideLaunches, sideLaunchesNs } from '../side-launches/side-launches.ts'
import type { MeasureOptions } from '../suite/measure-options.ts'
import {
  type MeasuredContender,
  type MeasuredSuite,
  noTimedShare,
  type TimedShare,
  unmeasured,
} from '../suite/measured-suite.ts'
import { batchFactorOf } from './batch-lengths.ts'
import { probeLateJit } from './late-jit-probe.ts'

/** Of the time, for the launches that are traced. */
const TRACED_SHARE = 0.05

/** How far beyond its time a group may go that lacks launches, as a factor: the last one may just not fit. */
export const OVERTIME = 1.1

/** Timed batches of one contender in a traced launch, all together, so that every group can have its own. */
const TRACED_NS = 100e6

/** Seed the order and placement of a traced launch, of those beside, and of looks. */
const TRACED = -1
const BESIDE = -2
const SCOUTED = -3

/** Measures one suite: launch after launch of its groups, until it is precise enough or the time is up. */
export async function measureSuite(options: MeasureOptions): Promise<MeasuredSuite> {
  const { plan, context, metric, signal, onProgress } = options
  const untracedShare = options.traced ? 1 - TRACED_SHARE : 1
  const contenders = new Map(plan.contenders.map(one => [one, unmeasured(one)]))
  const groups = plan.groups.map(group => group.flatMap(member => contenders.get(member) ?? []))
  const now = () => performance.now() * 1e6
  const scoutedNs = await probeLateJit({
    ...{ contenders: [...new Set(groups.flat())], timeNs: options.stopping.timeNs, signal },
    ...{ launchesExpected: groups.length * options.launches, onProgress },
    launchesNs: neededTimeNs(groups.flat().length * options.launches),
    context: { ...context, random: launchRandom(options, 0, SCOUTED) },
  })
  const afterScoutingNs = options.stopping.timeNs - scoutedNs
  const sideNs = sideLaunchesNs([...contenders.values()], options.sideLaunches, afterScoutingNs)
  const timeNs = afterScoutingNs - sideNs
  const stopping = {
    ...options.stopping,
    timeNs: timeNs * untracedShare,
    latestNs: OVERTIME * afterScoutingNs * untracedShare,
  }
  const beganNs = now()
  const groupSizes = groups.map(({ length }) => length)
  const pacer = new Pacer({ groupSizes, launches: options.launches, timeNs: stopping.timeNs, metric, now })
  const batchNs = batchNsOf(options)
  const timedShares = context.targets.map(noTimedShare)

  const launch = (group: number, number: number) =>
    launchMembers(groups[group] ?? [], { group, launch: number }, { metric, signal }, async able => {
      const beganMs = performance.now()
      const needs = able.map(({ late }) => needBeyond(late))
      const result = await launchGroup(
        able.map(({ plan }) => plan),
        paced(
          pacer.next(group, batchFactorOf(number, options.batchFactors) * (batchNs[group] ?? 0)),
          options,
        ),
        { ...context, random: launchRandom(options, group, number), needs },
      ).catch(error => failedUnlessAborted(error, signal))
      // Processes that were killed by an interruption tell nothing.
      if (signal.aborted) return result
      const launchNs = (performance.now() - beganMs) * 1e6
      account(timedShares, able, result, launchNs)
      if ('launches' in result) pacer.launched(group, result.launches, launchNs)
      return result
    })

  const pairs = groups.map(members => Math.max(0, members.length - 1))
  const end = await conductRun({
    ...{ pairs, stopping, random: context.random, now, launch, signal },
    onProgress: progress => onProgress({ ...progress, remainingNs: progress.remainingNs + sideNs }),
  })
  const lateNs = Math.max(0, now() - beganNs - stopping.timeNs)
  if (options.traced) {
    const untilNs = beganNs + timeNs + lateNs
    for (const [group, members] of groups.entries()) {
      const warmUpNs = members.reduce((sum, { late }) => sum + (late?.durationNs ?? 0), 0)
      if (now() + warmUpNs < untilNs) await trace(members, pacer.next(group, batchNs[group] ?? 0), options)
    }
  }
  const random = launchRandom(options, 0, BESIDE)
  await makeSideLaunches({
    ...{
      contenders: [...contenders.values()],
      sideLaunches: options.sideLaunches,
      timeNs: sideNs - lateNs / 2,
    },
    ...{ context: { ...context, random }, signal, onProgress },
  })
  return { contenders: [...contenders.values()], groups, end, timedShares }
}

/** Finds out what the engines do while a group is weighed, by a launch of which no time is kept. */
async function trace(
  members: readonly MeasuredContender[],
  pacing: Pacing,
  options: MeasureOptions,
): Promise<void> {
  const { context, signal } = options
  const able = members.filter(({ lost }) => lost === null)
  if (able.length === 0 || signal.aborted) return
  const result = await launchGroup(
    able.map(({ plan }) => plan),
    { ...pacing, timedNs: Math.min(pacing.timedNs, TRACED_NS) },
    {
      ...context,
      random: launchRandom(options, able[0]?.launches[0]?.group ?? 0, TRACED),
      needs: able.map(({ late }) => needBeyond(late)),
      traced: true,
    },
  ).catch(error => failedUnlessAborted(error, signal))
  if (!('events' in result)) return
  able.forEach((member, index) => {
    member.events ??= result.events[index] ?? null
  })
}

function account(
  timedShares: readonly TimedShare[],
  members: readonly MeasuredContender[],
  result: GroupLaunch,
  launchNs: number,
): void {
  members.forEach(({ plan }, index) => {
    const target = timedShares[plan.target]
    if (!target) return
    target.launchNs += launchNs / members.length
    if (!('launches' in result)) return
    const { launches, parts } = result
    const launch = launches[index]
    const timedNs = launch ? timedNsOf(launch) : 0
    const own = parts.members[index]
    target.timedNs += timedNs
    target.parts.start += (own?.startNs ?? 0) / members.length
    target.parts.import += (own?.importNs ?? 0) / members.length
    target.parts.setup += (own?.setupNs ?? 0) / members.length
    target.parts.warmUp += parts.warmUpNs / members.length
    target.parts.betweenBatches += parts.weighingNs / members.length - timedNs
    target.parts.end += parts.endNs / members.length
  })
}

function paced(pacing: Pacing, { timedSeconds }: MeasureOptions): Pacing {
  return timedSeconds === null ? pacing : { ...pacing, timedNs: timedSeconds * 1e9 }
}

/** All batches of a group are as long as the one that needs the longest. */
function batchNsOf({ plan, context }: MeasureOptions): number[] {
  return plan.groups.map(group =>
    Math.max(...group.map(({ target }) => context.targets[target]?.runner.batchNs ?? 0)),
  )
}
