import type { Runner } from '@steelyard/runners'
import { needBeyond, timedNsOf } from '@steelyard/schedule'
import { EventLog } from '../launch/event-log.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { type GroupLaunch, launchGroup } from '../launch/launch-group.ts'
import { failedUnlessAborted, launchRandom } from '../launch/launch-members.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { makeSideLaunches, sideLaunchesNs } from '../side-launches/side-launches.ts'
import { logAnswerWarnings } from '../suite/answer-warnings.ts'
import { conductGroups, nowNs } from '../suite/conduct-groups.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { LaunchNumber, MeasuredContender, MeasuredSuite } from '../suite/measured-suite.ts'
import { SuiteLog } from '../suite/suite-log.ts'
import { batchFactorOf } from './batch-lengths.ts'
import { groupPacing } from './group-pacing.ts'
import { probeLateJit } from './late-jit-probe.ts'

/** Of the time of the timed launches, for those that are traced. */
const TRACED_SHARE = 0.05

/** Timed batches of one contender in a traced launch, all together, so that every group can have its own. */
const TRACED_NS = 100e6

/** Seed the order and placement of a traced launch, of side launches, and of probes. */
const TRACED = -1
const SIDE = -2
const PROBE = -3

/** Measures a suite of functions: launch after launch of its groups, until it is precise enough or the time is up. */
export async function measureFunctions(options: MeasureTask): Promise<MeasuredSuite> {
  const { plan, context, signal } = options
  const log = new SuiteLog(plan, context.targets.length)
  const probeNs = await probeLateJit(log, {
    ...options,
    context: { ...context, random: launchRandom(options, 0, PROBE) },
    contenderLaunches: log.groups.flat().length * options.launches,
    launchesExpected: log.groups.length * options.launches,
  })
  const times = sharedTimes(log, options, options.stopping.timeNs - probeNs)
  const beganNs = nowNs()
  const end = await conductGroups(log, options, {
    ...times,
    launchOnce: async (able, number) => {
      const launchBeganNs = nowNs()
      const result = await launchPaced(able, number, options)
      // Processes that were killed by an interruption give no result.
      if (signal.aborted) return result
      account(log, able, result, nowNs() - launchBeganNs)
      return result
    },
  })
  const tookNs = nowNs() - beganNs
  const lateNs = Math.max(0, tookNs - times.stopping.timeNs)
  if (options.traced) await traceGroups(log, options, nowNs() + TRACED_SHARE * tookNs)
  const sideOptions = { ...options, context: { ...context, random: launchRandom(options, 0, SIDE) } }
  await makeSideLaunches(log, sideOptions, times.sideNs - lateNs / 2)
  logAnswerWarnings(log, context)
  return { ...log.measured(end), windowNs: options.windowNs }
}

/** Shares the time out: launches that are timed, side launches, and the last ones, which are traced. */
function sharedTimes(log: SuiteLog, options: MeasureTask, suiteNs: number) {
  const { stopping, traced, overtime } = options
  const untracedShare = traced ? 1 - TRACED_SHARE : 1
  const sideNs = sideLaunchesNs(log.contenders(), options, suiteNs)
  const timeNs = suiteNs - sideNs
  return {
    sideNs,
    timeNs,
    stopping: {
      ...stopping,
      timeNs: timeNs * untracedShare,
      latestNs: overtime * suiteNs * untracedShare,
    },
  }
}

function launchPaced(
  able: readonly MeasuredContender[],
  { group, launch }: LaunchNumber,
  options: MeasureTask,
): Promise<GroupLaunch> {
  const { context, signal, batchFactors, windowNs } = options
  return launchGroup(
    able.map(({ plan }) => plan),
    groupPacing(runnersOf(group, options), windowNs, batchFactorOf(launch, batchFactors)),
    { ...context, random: launchRandom(options, group, launch), needs: needsOf(able) },
  ).catch(error => failedUnlessAborted(error, signal))
}

/** Finds out what the engines do while a group is measured, in a launch whose times are not used. */
async function traceGroups(log: SuiteLog, options: MeasureTask, untilNs: number): Promise<void> {
  const { context, signal, windowNs } = options
  for (const group of log.groups.keys()) {
    const able = log.able(group)
    const warmUpNs = able.reduce((sum, { late }) => sum + (late?.durationNs ?? 0), 0)
    if (nowNs() + warmUpNs >= untilNs || able.length === 0 || signal.aborted) continue
    const random = launchRandom(options, able[0]?.launches[0]?.group ?? 0, TRACED)
    const logs = new Map<ContenderPlan, EventLog>()
    const result = await launchGroup(
      able.map(({ plan }) => plan),
      groupPacing(runnersOf(group, options), Math.min(windowNs, TRACED_NS)),
      { ...context, random, needs: needsOf(able), isUntimed: true, observe: loggingInto(logs) },
    ).catch(error => failedUnlessAborted(error, signal))
    if (!('launches' in result)) continue
    for (const [index, { plan, events }] of able.entries()) {
      const batches = result.launches[index]?.wallNs.length ?? 0
      log.found(plan, { events: events ?? logs.get(plan)?.ofFirst(batches) ?? null })
    }
  }
}

/** Keeps a log of each contender whose engine can report what it does. */
function loggingInto(logs: Map<ContenderPlan, EventLog>): NonNullable<LaunchContext['observe']> {
  return (plan, { trace }) => {
    if (trace === null) return null
    const log = new EventLog(trace)
    logs.set(plan, log)
    return log
  }
}

function needsOf(contenders: readonly MeasuredContender[]) {
  return contenders.map(({ late }) => needBeyond(late))
}

function account(
  log: SuiteLog,
  members: readonly MeasuredContender[],
  result: GroupLaunch,
  launchNs: number,
): void {
  const share = (ns = 0) => ns / members.length
  for (const [index, { plan }] of members.entries()) {
    if (!('launches' in result)) {
      log.spent(plan.target, 0, share(launchNs), {})
      continue
    }
    const { launches, parts, asynchronous } = result
    log.found(plan, { isAsync: asynchronous[index] ?? null })
    const launch = launches[index]
    const timedNs = launch ? timedNsOf(launch) : 0
    const own = parts.members[index]
    log.spent(plan.target, timedNs, share(launchNs), {
      start: share(own?.startNs),
      import: share(own?.importNs),
      setup: share(own?.setupNs),
      warmUp: share(parts.warmUpNs),
      betweenBatches: share(parts.measuringNs) - timedNs,
      end: share(parts.endNs),
    })
  }
}

function runnersOf(group: number, { plan, context }: MeasureTask): Runner[] {
  return (plan.groups[group] ?? []).flatMap(({ target }) => context.targets[target]?.runner ?? [])
}
