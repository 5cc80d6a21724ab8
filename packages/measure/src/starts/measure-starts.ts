import { LaunchError, widthRatioOf } from '@steelyard/launcher'
import { type ContenderLaunch, orderOfLaunch } from '@steelyard/schedule'
import { type LostMembers, launchRandom, reserveCore, withWidths } from '../launch/launch-members.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { conductGroups } from '../suite/conduct-groups.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { MeasuredSuite } from '../suite/measured-suite.ts'
import { SuiteLog } from '../suite/suite-log.ts'
import { type AppBundle, bundleApps } from './app-bundles.ts'
import { startOnce, type TimedStart } from './start-once.ts'
import { phasesNs, readPhases } from './startup-phases.ts'

type StartLaunch = ContenderLaunch & { readonly start: TimedStart }

/**
 * Times starts. In a launch every contender of a group is started once, alone, one after the other on one core, in an
 * order that is balanced over the launches: the launch is the sample, and a ratio is one of neighbouring starts.
 * Before, each contender is started once without being timed, so that all its files have been read.
 */
export async function measureStarts(options: MeasureTask): Promise<MeasuredSuite> {
  const { plan, context, journal, signal } = options
  const log = new SuiteLog(plan, context.targets.length)
  const plans = log.grouped().map(({ plan }) => plan)
  const bundles = await bundleApps(plans, context.suite, context.workspace)
  const beganNs = journal.nowNs()
  await startEachOnce(log, bundles, options)
  const sideNs = phasesNs(log.grouped(), options)
  const timeNs = options.stopping.timeNs - sideNs - (journal.nowNs() - beganNs)
  const conducted = await conductGroups(log, options, {
    stopping: { ...options.stopping, timeNs },
    sideNs,
    launchOnce: (plans, { group, launch }, context) => {
      const order = orderOfLaunch(plans.length, launch, launchRandom(options, group, 'order'))
      return startInTurn(plans, order, bundles, { signal, context })
    },
    timesOf: ({ launches }, shareNs) =>
      launches.map(({ wallNs: [timedNs = 0] }) => ({ timedNs, parts: { end: shareNs - timedNs } })),
  })
  await readPhases(log, bundles, sideNs, options)
  return log.measured(conducted)
}

/** Starts each contender once untimed; one that is lost then is not launched any more. */
async function startEachOnce(
  log: SuiteLog,
  bundles: ReadonlyMap<ContenderPlan, AppBundle>,
  options: MeasureTask,
): Promise<void> {
  for (const { plan } of log.grouped()) {
    if (options.signal.aborted) return
    const launched = await startInTurn([plan], [0], bundles, options)
    const error = 'lost' in launched ? launched.lost[0]?.[1] : undefined
    if (error !== undefined && !options.signal.aborted) log.giveUp(plan, error)
  }
}

/** Starts the members in this order on one core, each once. A lost one does not keep the others from being started. */
async function startInTurn(
  members: readonly ContenderPlan[],
  order: readonly number[],
  bundles: ReadonlyMap<ContenderPlan, AppBundle>,
  { context, signal }: Pick<MeasureTask, 'context' | 'signal'>,
): Promise<{ readonly launches: readonly StartLaunch[] } | LostMembers> {
  const core = await reserveCore(context)
  const launches: StartLaunch[] = []
  const lost: [number, LaunchError][] = []
  const widthRatios: (number | null)[] = []
  for (const [place, index] of order.entries()) {
    const plan = members[index]
    const bundle = plan && bundles.get(plan)
    if (!bundle || signal.aborted) continue
    widthRatios.push(widthRatioOf(core))
    try {
      launches[index] = asLaunch(await startOnce(plan, bundle, core, context), place)
    } catch (error) {
      lost.push([index, LaunchError.of(error)])
    }
  }
  return lost.length > 0 ? { lost } : { launches: withWidths(launches, core, widthRatios) }
}

/** A start is a launch with one sample and no warm-up. */
function asLaunch(start: TimedStart, place: number): StartLaunch {
  return {
    start,
    iterationsPerBatch: 1,
    order: [place],
    wallNs: [start.lastByteNs],
    cpuNs: [start.cpuNs],
    audits: [null],
    warmup: { state: 'steady', batches: 0, durationNs: 0, iterationNs: start.lastByteNs },
    nullBatch: { wallNs: 0, hostNs: 0, cpuNs: null },
    early: [],
    work: null,
  }
}
