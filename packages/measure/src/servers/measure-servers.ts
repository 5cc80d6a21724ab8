import { median } from '@steelyard/stats'
import { failedUnlessAborted, launchRandom } from '../launch/launch-members.ts'
import { conductGroups } from '../suite/conduct-groups.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { MeasuredSuite } from '../suite/measured-suite.ts'
import { SuiteLog } from '../suite/suite-log.ts'
import { GeneratorLimits } from './generator-limits.ts'
import { launchServers } from './launch-servers.ts'
import { AloneTimes } from './routing.ts'
import { requestsNs, timeSingleRequests } from './single-requests.ts'
import { startOfLaunchMs, turnPacing } from './turn-pacing.ts'

/** Measures one suite of servers: launch after launch of its groups, until it is precise enough or the time is up. */
export async function measureServers(options: MeasureTask): Promise<MeasuredSuite> {
  const { plan, context, journal, signal, overtime } = options
  const log = new SuiteLog(plan, context.targets.length)
  const sideNs = requestsNs(log.contenders(), options.sideLaunches, options.stopping.timeNs)
  const { timeNs } = options.stopping
  const stopping = { ...options.stopping, timeNs: timeNs - sideNs, latestNs: overtime * timeNs - sideNs }
  const launchMs = stopping.timeNs / 1e6 / (Math.max(1, log.groups.length) * options.launches)
  const startsMs: number[] = []
  const found = { limits: new GeneratorLimits(), aloneTimes: new AloneTimes() }
  const fixedMs = context.suite.description.server?.beside?.turnMs ?? null
  const conducted = await conductGroups(log, options, {
    stopping,
    sideNs,
    launchOnce: async (able, { group, launch }) => {
      const beganNs = journal.nowNs()
      const pacing = turnPacing(launchMs, able.length, {
        ...(startsMs.length > 0 ? { startMs: median(startsMs) } : {}),
        fixedMs,
      })
      const result = await journal.launch([group, launch, able.length], context, () =>
        launchServers(
          able.map(({ plan }) => plan),
          pacing,
          { ...context, random: launchRandom(options, group, launch) },
          found,
        ).catch(error => failedUnlessAborted(error, signal)),
      )
      const launchNs = journal.nowNs() - beganNs
      if ('launches' in result) startsMs.push(startOfLaunchMs(launchNs / 1e6, able.length, pacing))
      for (const [index, { plan }] of able.entries()) {
        const turns = 'launches' in result ? (result.launches[index]?.server.turns ?? []) : []
        const timedNs = turns.reduce((sum, { durationNs }) => sum + durationNs, 0)
        const shareNs = launchNs / able.length
        log.spent(plan.target, timedNs, shareNs, { betweenBatches: shareNs - timedNs })
      }
      return result
    },
  })
  await timeSingleRequests(log, sideNs, options)
  return log.measured(conducted)
}
