import { type EngineLog, LIMITS, type Limits } from '@steelyard/launcher'
import type { EventsRecord } from '@steelyard/record'
import type { Runner } from '@steelyard/runners'
import { needBeyond, type Pacing, pacingFor, timedNsOf } from '@steelyard/schedule'
import type { EngineLogs, LoggedBatch, LogObserver } from '../engine-logs/log-observer.ts'
import { logObserver } from '../engine-logs/observed-launch.ts'
import { launchGroup } from '../launch/launch-group.ts'
import { failedUnlessAborted, launchRandom } from '../launch/launch-members.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { makeSideLaunches, sideLaunchesNs } from '../side-launches/side-launches.ts'
import { conductGroups } from '../suite/conduct-groups.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { MeasuredContender, MeasuredSuite } from '../suite/measured-suite.ts'
import { SuiteLog } from '../suite/suite-log.ts'
import { batchFactorOf } from './batch-lengths.ts'
import { probeLateJit } from './late-jit-probe.ts'

/** The share of the timed launches' time for traced launches. */
const TRACED_SHARE = 0.05

/** Timed batches of one contender in a traced launch, all together, so that every group can have its own. */
const TRACED_NS = 100e6

/** Measures a suite of functions: launch after launch of its groups, until it is precise enough or the time is up. */
export async function measureFunctions(task: MeasureTask): Promise<MeasuredSuite> {
  const limits = new SuiteLimits(task.stopping.timeNs)
  const options = { ...task, context: { ...task.context, limits } }
  const { plan, context, journal } = options
  const log = new SuiteLog(plan, context.targets.length)
  const probeNs = await probeLateJit(log, {
    ...options,
    context: { ...context, random: launchRandom(options, 0, 'probe') },
    contenderLaunches: log.groups.flat().length * options.launches,
    launchesExpected: log.groups.length * options.launches,
  })
  if (log.contenders().some(({ lost }) => lost !== null)) limits.lost(probeNs)
  const times = sharedTimes(log, options, options.stopping.timeNs - probeNs)
  const beganNs = journal.nowNs()
  const conducted = await conductGroups(log, options, {
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
  })
  const tookNs = journal.nowNs() - beganNs
  const lateNs = Math.max(0, tookNs - times.stopping.timeNs)
  if (options.traced) await traceGroups(log, options, journal.nowNs() + TRACED_SHARE * tookNs)
  const sideOptions = { ...options, context: { ...context, random: launchRandom(options, 0, 'side') } }
  await makeSideLaunches(log, sideOptions, times.sideNs - lateNs / 2)
  log.answered(context.adoptedAnswers)
  return { ...log.measured(conducted), windowNs: options.windowNs }
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

/** Finds out what the engines do while a group is measured, in a launch whose times are not used. */
async function traceGroups(log: SuiteLog, options: MeasureTask, untilNs: number): Promise<void> {
  const { context, journal, signal, windowNs } = options
  for (const group of log.groups.keys()) {
    const able = log.able(group)
    const warmUpNs = able.reduce((sum, { late }) => sum + (late?.durationNs ?? 0), 0)
    if (journal.nowNs() + warmUpNs >= untilNs || able.length === 0 || signal.aborted) continue
    const random = launchRandom(options, group, 'traced')
    const observers = new Map<ContenderPlan, LogObserver>()
    for (const { plan } of able) {
      const observer = await logObserver(plan, { isDetailed: false }, context)
      if (observer !== null) observers.set(plan, observer)
    }
    const result = await launchGroup(
      able.map(({ plan }) => plan),
      groupPacing(runnersOf(group, options), Math.min(windowNs, TRACED_NS)),
      { ...context, random, needs: needsOf(able), isUntimed: true, observers },
    ).catch(error => failedUnlessAborted(error, signal))
    for (const observer of observers.values()) observer.close()
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
  return (plan.groups[group] ?? []).flatMap(({ target }) => context.targets[target]?.runner ?? [])
}

/** In a shorter window turns are shorter. */
const FEWEST_TURNS = 10

/**
 * Returns the pacing of a launch of these runtimes. All batches are as long as the longest that one of them needs, as
 * far as ten fit into the window.
 *
 * @param timedNs timed batches of each contender, all together
 * @param factor makes batches this many times as long
 */
export function groupPacing(
  runners: readonly Pick<Runner, 'batchNs' | 'turnNs'>[],
  timedNs: number,
  factor = 1,
): Pacing {
  const batchNs = Math.max(0, ...runners.map(runner => runner.batchNs))
  const turnNs = Math.max(0, ...runners.map(runner => runner.turnNs))
  return pacingFor(
    timedNs,
    factor * batchNs,
    factor * Math.max(batchNs, Math.min(turnNs, timedNs / FEWEST_TURNS)),
  )
}

/** Honest setups take less, also on a slow machine. */
const SHORTEST_MS = 2000

/** A case that never ends gets this part of what such cases have left of their suite's time. */
const SHARE = 1 / 3

/** Limits of the contenders of a suite, which grow shorter by the time that lost launches have taken. */
export class SuiteLimits implements Limits {
  readonly startMs: number = LIMITS.startMs
  readonly memoryBytes: number = LIMITS.memoryBytes
  #leftMs: number

  constructor(suiteNs: number) {
    this.#leftMs = suiteNs / 1e6
  }

  get commandMs(): number {
    const sharedMs = 100 * Math.round((SHARE * this.#leftMs) / 100)
    return Math.min(LIMITS.commandMs, Math.max(SHORTEST_MS, sharedMs))
  }

  /** Records a launch that gave nothing. */
  lost(launchNs: number): void {
    this.#leftMs -= launchNs / 1e6
  }
}

/** Counts the events in the timed batches of a launch. */
export function engineEvents({ batches }: EngineLogs, { optimisingTiers }: EngineLog): EventsRecord {
  const tierUps = ({ events }: LoggedBatch) =>
    events.filter(event => event.kind === 'code' && optimisingTiers.includes(event.tier)).length
  const deoptimisations = ({ events }: LoggedBatch) => events.filter(({ kind }) => kind === 'left').length
  const collections = (batch: LoggedBatch) => batch.collections
  const isEventful = (batch: LoggedBatch) => tierUps(batch) + deoptimisations(batch) + collections(batch) > 0
  const countOf = (count: (batch: LoggedBatch) => number): EventsRecord['collections'] => {
    const counts = batches.map(count)
    return {
      count: counts.reduce((sum, each) => sum + each, 0),
      batches: counts.filter(each => each > 0).length,
    }
  }
  return {
    batches: batches.length,
    timedNs: timeOf(batches),
    eventfulNs: timeOf(batches.filter(isEventful)),
    tierUps: countOf(tierUps),
    deoptimisations: countOf(deoptimisations),
    collections: countOf(collections),
  }
}

function timeOf(batches: readonly LoggedBatch[]): number {
  return batches.reduce((sum, { wallNs }) => sum + wallNs, 0)
}
