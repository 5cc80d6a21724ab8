import { conductRun } from '@steelyard/schedule'
import { median } from '@steelyard/stats'
import { OVERTIME } from '../functions/measure-functions.ts'
import { failedUnlessAborted, launchMembers, launchRandom } from '../launch/launch-members.ts'
import type { MeasureOptions } from '../suite/measure-options.ts'
import { type MeasuredSuite, noTimedShare, type TimedShare, unmeasured } from '../suite/measured-suite.ts'
import { GeneratorLimits } from './generator-limits.ts'
import { launchServers } from './launch-servers.ts'
import { AloneTimes } from './routing.ts'
import { requestsNs, timeSingleRequests } from './single-requests.ts'
import { startOfLaunchMs, turnPacing } from './turn-pacing.ts'

/** Measures one suite of servers: launch after launch of its groups, until it is precise enough or the time is up. */
export async function measureServers(options: MeasureOptions): Promise<MeasuredSuite> {
  const { plan, context, metric, signal, onProgress } = options
  const contenders = new Map(plan.contenders.map(one => [one, unmeasured(one)]))
  const groups = plan.groups.map(group => group.flatMap(member => contenders.get(member) ?? []))
  const sideNs = requestsNs([...contenders.values()], options.sideLaunches, options.stopping.timeNs)
  const { timeNs } = options.stopping
  const stopping = { ...options.stopping, timeNs: timeNs - sideNs, latestNs: OVERTIME * timeNs - sideNs }
  const launchMs = stopping.timeNs / 1e6 / (Math.max(1, groups.length) * options.launches)
  const startsMs: number[] = []
  const found = { limits: new GeneratorLimits(), aloneTimes: new AloneTimes() }
  const fixedMs = context.suite.description.server?.beside?.turnMs ?? null
  const timedShares = context.targets.map(noTimedShare)
  const now = () => performance.now() * 1e6

  const launch = (group: number, number: number) =>
    launchMembers(groups[group] ?? [], { group, launch: number }, { metric, signal }, async able => {
      const beganNs = now()
      const pacing = turnPacing(launchMs, able.length, {
        ...(startsMs.length > 0 ? { startMs: median(startsMs) } : {}),
        fixedMs,
      })
      const result = await launchServers(
        able.map(({ plan }) => plan),
        pacing,
        { ...context, random: launchRandom(options, group, number) },
        found,
      ).catch(error => failedUnlessAborted(error, signal))
      const launchNs = now() - beganNs
      if ('launches' in result) startsMs.push(startOfLaunchMs(launchNs / 1e6, able.length, pacing))
      for (const [index, { plan }] of able.entries()) {
        const turns = 'launches' in result ? (result.launches[index]?.server.turns ?? []) : []
        account(timedShares[plan.target], launchNs / able.length, turns)
      }
      return result
    })

  const pairs = groups.map(members => Math.max(0, members.length - 1))
  const end = await conductRun({
    ...{ pairs, stopping, random: context.random, now, launch, signal },
    onProgress: progress => onProgress({ ...progress, remainingNs: progress.remainingNs + sideNs }),
  })
  await timeSingleRequests([...contenders.values()], sideNs, options)
  return { contenders: [...contenders.values()], groups, end, timedShares }
}

function account(
  timedShares: TimedShare | undefined,
  launchNs: number,
  turns: readonly { readonly durationNs: number }[],
): void {
  if (timedShares === undefined) return
  const timedNs = turns.reduce((sum, { durationNs }) => sum + durationNs, 0)
  timedShares.launchNs += launchNs
  timedShares.timedNs += timedNs
  timedShares.parts.betweenBatches += launchNs - timedNs
}
