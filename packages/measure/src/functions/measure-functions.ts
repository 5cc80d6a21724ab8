import type { Runner } from '@steelyard/runners'
import { needBeyond, type Progress, timedNsOf } from '@steelyard/schedule'
import { engineEvents } from '../engine-logs/engine-events.ts'
import type { LogObserver } from '../engine-logs/log-observer.ts'
import { logObserver } from '../engine-logs/observed-launch.ts'
import { targetOf } from '../launch/launch-context.ts'
import { launchGroup } from '../launch/launch-group.ts'
import { failedUnlessAborted, launchRandom } from '../launch/launch-members.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { makeSideLaunches, sideLaunchesNs } from '../side-launches/side-launches.ts'
import { conductGroups } from '../suite/conduct-groups.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { MeasuredContender, MeasuredSuite } from '../suite/measured-suite.ts'
import { SuiteLog } from '../suite/suite-log.ts'
import { batchFactorOf } from './batch-lengths.ts'
import { groupPacing } from './group-pacing.ts'
import { probeLateJit } from './late-jit-probe.ts'
import { SuiteLimits } from './suite-limits.ts'

/** The share of the timed launches' time for traced launches. */
const TRACED_SHARE = 0.05

/** Timed batches of one contender in a traced launch, all together, so that every group can have its own. */
const TRACED_NS = 100e6

/** How far beyond its time, with overtime, a suite may go for side launches, as a share. */
const SIDE_LAUNCH_SHARE = 0.35

/** Measures a suite of functions: launch after launch of its groups, until it is precise enough or the time is up. */
export async function measureFunctions(task: MeasureTask): Promise<MeasuredSuite> {
  const limits = new SuiteLimits(task.stopping.timeNs)
  const options = { ...task, context: { ...task.context, limits } }
  const { plan, context, journal } = options
  const log = new SuiteLog(plan, context.targets.length)
  const sidesUntilNs = journal.nowNs() + (task.overtime + SIDE_LAUNCH_SHARE) * task.stopping.timeNs
  const probeNs = await probeLateJit(log, {
    ...options,
    context: { ...context, random: launchRandom(options, 0, 'probe') },
    contenderLaunches: log.groups.flat().length * options.launches,
    launchesExpected: log.groups.length * options.launches,
  })
  if (log.contenders().some(({ lost }) => lost !== null)) limits.lost(probeNs)
  const times = sharedTimes(log, options, options.stopping.timeNs - probeNs)
  const beganNs = journal.nowNs()
  let pairs: Progress['pairs']
  const onProgress: MeasureTask['onProgress'] = progress => {
    pairs = progress.pairs
    const launchesNs = progress.elapsedNs + progress.remainingNs - times.sideNs
    const tracedNs = options.traced ? TRACED_SHARE * launchesNs : 0
    options.onProgress({ ...progress, remainingNs: progress.remainingNs + tracedNs })
  }
  const conducted = await conductGroups(
    log,
    { ...options, onProgress },
    {
      ...times,
      onLost: launchNs => limits.lost(launchNs),
      launchOnce: (plans, { group, launch }, context, able) => {
        const factor = batchFactorOf(launch, options.batchFactors)
        const pacing = groupPacing(runnersOf(group, options), options.windowNs, factor)
        return launchGroup(plans, pacing, { ...context, needs: needsOf(able) })
      },
      timesOf: ({ launches, parts, asynchronous }, _shareNs, able) => {
        for (const [index, { plan }] of able.entries()) {
          log.found(plan, { isAsync: asynchronous[index] ?? null })
        }
        return parts.map((own, index) => ({
          timedNs: launches[index] ? timedNsOf(launches[index]) : 0,
          parts: own,
        }))
      },
    },
  )
  const tookNs = journal.nowNs() - beganNs
  const lateNs = Math.max(0, tookNs - times.stopping.timeNs)
  const tracedUntilNs = Math.min(
    journal.nowNs() + TRACED_SHARE * tookNs,
    beganNs + task.overtime * times.timeNs,
  )
  if (options.traced) await traceGroups(log, options, tracedUntilNs)
  const sideOptions: MeasureTask = {
    ...options,
    context: { ...context, random: launchRandom(options, 0, 'side') },
    onProgress: progress => options.onProgress(pairs === undefined ? progress : { ...progress, pairs }),
  }
  await makeSideLaunches(log, sideOptions, times.sideNs - lateNs / 2, sidesUntilNs)
  log.answered(context.adoptedAnswers)
  return { ...log.measured(conducted), windowNs: options.windowNs }
}

/** Shares the time out: launches that are timed, side launches, and the last ones, which are traced. */
function sharedTimes(log: SuiteLog, options: MeasureTask, suiteNs: number) {
  const { stopping, traced, overtime } = options
  const untracedShare = traced ? 1 - TRACED_SHARE : 1
  const sideNs = sideLaunchesNs(log.grouped(), options, suiteNs)
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

/** Finds out what the engines do while a group is measured, in a launch whose times are not used. */
async function traceGroups(log: SuiteLog, options: MeasureTask, untilNs: number): Promise<void> {
  const { context, journal, signal, windowNs } = options
  for (const group of log.groups.keys()) {
    const able = log.able(group)
    const warmUpNs = able.reduce((sum, { late }) => sum + (late?.durationNs ?? 0), 0)
    if (journal.nowNs() + warmUpNs >= untilNs || able.length === 0 || signal.aborted) continue
    const random = launchRandom(options, group, 'traced')
    using opened = new DisposableStack()
    const observers = new Map<ContenderPlan, LogObserver>()
    for (const { plan } of able) {
      const observer = await logObserver(plan, false, context)
      if (observer !== null) observers.set(plan, opened.use(observer))
    }
    const result = await launchGroup(
      able.map(({ plan }) => plan),
      groupPacing(runnersOf(group, options), Math.min(windowNs, TRACED_NS)),
      { ...context, random, needs: needsOf(able), isUntimed: true, observers },
    ).catch(error => failedUnlessAborted(error, signal))
    if (!('launches' in result)) continue
    for (const [index, { plan, events }] of able.entries()) {
      const batches = result.launches[index]?.wallNs.length ?? 0
      const observer = observers.get(plan)
      const logged = observer === undefined ? null : engineEvents(observer.of(batches), observer.log)
      log.found(plan, { events: events ?? logged })
    }
  }
}

function needsOf(contenders: readonly MeasuredContender[]) {
  return contenders.map(({ late }) => needBeyond(late))
}

function runnersOf(group: number, { plan, context }: MeasureTask): Runner[] {
  return (plan.groups[group] ?? []).map(member => targetOf(member, context).runner)
}
