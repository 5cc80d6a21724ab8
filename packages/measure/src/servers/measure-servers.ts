import { median, sum } from '@steelyard/stats'
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
  const { plan, context, overtime } = options
  const log = new SuiteLog(plan, context.targets.length)
  const sideNs = requestsNs(log.grouped(), options.sideLaunches, options.stopping.timeNs)
  const { timeNs } = options.stopping
  const stopping = { ...options.stopping, timeNs: timeNs - sideNs, latestNs: overtime * timeNs - sideNs }
  const launchMs = stopping.timeNs / 1e6 / (Math.max(1, log.groups.length) * options.launches)
  const startsMs: number[] = []
  const found = { limits: new GeneratorLimits(), aloneTimes: new AloneTimes() }
  const fixedMs = context.suite.description.server?.beside?.turnMs ?? null
  const pacingOf = (servers: number) =>
    turnPacing(launchMs, servers, fixedMs, startsMs.length > 0 ? median(startsMs) : undefined)
  const conducted = await conductGroups(log, options, {
    stopping,
    sideNs,
    launchOnce: (plans, _number, context) => launchServers(plans, pacingOf(plans.length), context, found),
    timesOf: ({ launches }, shareNs) => {
      const { length } = launches
      startsMs.push(startOfLaunchMs((length * shareNs) / 1e6, length, pacingOf(length)))
      return launches.map(({ server }) => {
        const timedNs = sum(server.turns.map(({ durationNs }) => durationNs))
        return { timedNs, parts: { betweenBatches: shareNs - timedNs } }
      })
    },
  })
  await timeSingleRequests(log, sideNs, options)
  return log.measured(conducted)
}
