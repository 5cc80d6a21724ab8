import { LaunchError } from '@steelyard/launcher'
import { type ContenderLaunch, conductRun, orderOfLaunch } from '@steelyard/schedule'
import { type LaunchOutcome, launchMembers, launchRandom } from '../launch/launch-members.ts'
import { reserveCore } from '../launch/reserve-core.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import type { MeasureOptions } from '../suite/measure-options.ts'
import {
  type MeasuredContender,
  type MeasuredSuite,
  noTimedShare,
  unmeasured,
} from '../suite/measured-suite.ts'
import { resolveTargets } from '../targets/targets.ts'
import { type AppBundle, bundleApps } from './app-bundles.ts'
import { startOnce } from './start-once.ts'
import { phasesNs, readPhases } from './startup-phases.ts'
import type { TimedStart } from './timed-start.ts'

/** Seed the order of a group's starts. */
const ORDER = -3

type StartLaunch = ContenderLaunch & { readonly start: TimedStart }

/**
 * Times starts. In a launch every contender of a group is started once, alone, one after the other on one core, in an
 * order that is balanced over the launches: the launch is the sample, and a ratio is one of neighbouring starts.
 * Before, each contender is started once without being timed, so that all its files have been read.
 */
export async function measureStarts(options: MeasureOptions): Promise<MeasuredSuite> {
  const { plan, context, metric, signal, onProgress } = options
  const contenders = new Map(plan.contenders.map(one => [one, unmeasured(one)]))
  const groups = plan.groups.map(group => group.flatMap(member => contenders.get(member) ?? []))
  const able = [...new Set(groups.flat())]
  const timedShares = context.targets.map(noTimedShare)
  const now = () => performance.now() * 1e6
  const bundles = await bundlesFor(able, options)
  const beganNs = now()

  for (const contender of able) {
    if (signal.aborted) break
    const launched = await startInTurn([contender.plan], [0], bundles, options)
    if ('lost' in launched && !signal.aborted) contender.lost = launched.lost.get(0) ?? null
  }
  const sideNs = phasesNs(able, options)
  const stopping = { ...options.stopping, timeNs: options.stopping.timeNs - sideNs - (now() - beganNs) }
  const launch = (group: number, number: number) =>
    launchMembers(groups[group] ?? [], { group, launch: number }, { metric, signal }, async members => {
      const startedNs = now()
      const order = orderOfLaunch(members.length, number, launchRandom(options, group, ORDER))
      const launched = await startInTurn(
        members.map(member => member.plan),
        order,
        bundles,
        { ...options, context: { ...context, random: launchRandom(options, group, number) } },
      )
      account(timedShares, members, launched, now() - startedNs)
      return launched
    })

  const pairs = groups.map(members => Math.max(0, members.length - 1))
  const end = await conductRun({
    ...{ pairs, stopping, random: context.random, now, launch, signal },
    onProgress: progress => onProgress({ ...progress, remainingNs: progress.remainingNs + sideNs }),
  })
  await readPhases(able, bundles, sideNs, options)
  return { contenders: [...contenders.values()], groups, end, timedShares }
}

async function bundlesFor(
  able: readonly MeasuredContender[],
  { context }: MeasureOptions,
): Promise<ReadonlyMap<ContenderPlan, AppBundle>> {
  const [loader] = await resolveTargets(['node'], context.workspace.directory)
  if (loader === undefined) throw new RangeError('no pinned Node')
  const plans = able.map(({ plan }) => plan)
  return bundleApps(plans, context.suite, context.workspace, loader.target)
}

/** Starts the members in this order on one core, each once. One that is lost keeps nobody from being started. */
async function startInTurn(
  members: readonly ContenderPlan[],
  order: readonly number[],
  bundles: ReadonlyMap<ContenderPlan, AppBundle>,
  { context, signal }: Pick<MeasureOptions, 'context' | 'signal'>,
): Promise<LaunchOutcome> {
  const core = await reserveCore(context)
  const launches: StartLaunch[] = []
  const lost = new Map<number, LaunchError>()
  for (const [place, index] of order.entries()) {
    const plan = members[index]
    const bundle = plan && bundles.get(plan)
    if (!bundle || signal.aborted) continue
    try {
      const start = await startOnce(plan, bundle, core, context)
      const listener = context.targets[plan.target]?.runner.server.name ?? ''
      launches[index] = asLaunch({ ...start, listener, bundle }, place)
    } catch (error) {
      lost.set(index, error instanceof LaunchError ? error : new LaunchError('crashed', String(error)))
    }
  }
  return lost.size > 0 ? { lost } : { launches }
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

function account(
  timedShares: MeasuredSuite['timedShares'],
  members: readonly MeasuredContender[],
  launched: LaunchOutcome,
  launchNs: number,
): void {
  for (const [index, { plan }] of members.entries()) {
    const target = timedShares[plan.target]
    if (!target) continue
    const timedNs = 'launches' in launched ? (launched.launches[index]?.wallNs[0] ?? 0) : 0
    target.launchNs += launchNs / members.length
    target.timedNs += timedNs
    target.parts.end += launchNs / members.length - timedNs
  }
}
