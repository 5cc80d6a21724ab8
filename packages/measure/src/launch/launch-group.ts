import { LaunchError, moveProcess, TurnLost } from '@steelyard/launcher'
import {
  type ContenderLaunch,
  ContenderLost,
  conductLaunch,
  namingLosses,
  type Pacing,
  type TakeTurns,
  timedNsOf,
  turnsOf,
} from '@steelyard/schedule'
import type { LogObserver } from '../engine-logs/log-observer.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import type { TimeParts } from '../suite/measured-suite.ts'
import type { LaunchContext } from './launch-context.ts'
import { type LostMembers, withWidths } from './launch-members.ts'
import { checkAgain, type Prepared, prepare, recheck, stopwatch } from './prepare.ts'
import { watchOn } from './stall-watch.ts'
import { batchesOf, contenderOf, windowOnly } from './window-sampler.ts'

/** How one launch went: samples of every member, or the members that were lost and why. */
export type GroupLaunch =
  | {
      readonly launches: readonly ContenderLaunch[]
      /** Where the time went, of each member: from its start to its last exit, what all do together shared out. */
      readonly parts: readonly TimeParts[]
      /** Whether the case of each member gives promises; null where it has a loop of its own. */
      readonly asynchronous: readonly (boolean | null)[]
    }
  | LostMembers

interface Member extends Prepared {
  readonly observer: LogObserver | null
}

/** Starts every member of a group, measures them on one core, checks their outputs again, and ends them all. */
export async function launchGroup(
  members: readonly ContenderPlan[],
  pacing: Pacing,
  context: LaunchContext,
): Promise<GroupLaunch> {
  const placement = place(members.length, context)
  const { ready, lost } = await prepareAll(members, placement, context)
  const kill = () => Promise.all(ready.map(({ process }) => process.kill()))
  const lap = stopwatch()
  let warmUpNs = 0
  const watch = watchOn(placement.core, context.workspace, context.isUntimed)
  const widthRatios: number[] = []
  try {
    if (lost.length > 0) return { lost }
    // One may have answered before its base did.
    for (const [index, { answer }] of ready.entries()) {
      await losing(index, () => checkAgain(answer, members[index] as ContenderPlan, context))
    }
    await watch.scout()
    const conducted = await conductLaunch({
      contenders: ready.map(one => one.observer?.watch(contenderOf(one)) ?? contenderOf(one)),
      lanes: placement.lanes,
      gather: async () => {
        warmUpNs = lap()
        await gather(ready, placement, context)
        await watch.start()
      },
      ...(context.observers ? {} : takingTurns(ready, placement.core, context, widthRatios)),
      pacing,
      ...(context.needs && { needs: context.needs }),
      random: context.random,
    })
    const launches = withWidths(await watch.end(conducted), placement.core, widthRatios)
    const measuringNs = lap()
    launches.forEach(checkTimes)
    for (const [index, one] of ready.entries()) await losing(index, () => recheck(one))
    await kill()
    const endNs = lap()
    const share = (ns: number) => ns / members.length
    return {
      launches,
      parts: ready.map(({ parts: { startNs, importNs, setupNs } }, index) => ({
        ...{ start: share(startNs), import: share(importNs), setup: share(setupNs) },
        ...{ warmUp: share(warmUpNs), end: share(endNs) },
        betweenBatches: share(measuringNs) - (launches[index] ? timedNsOf(launches[index]) : 0),
      })),
      asynchronous: ready.map(({ isWindow, isAsync }) => (isWindow ? null : isAsync)),
    }
  } catch (error) {
    if (!(error instanceof ContenderLost)) throw error
    return { lost: [[error.contender, LaunchError.of(error.cause)]] }
  } finally {
    await watch.end([])
    await kill()
  }
}

/** The turns are the referee's, on the core of the contenders, wherever it can have them; the host's otherwise. */
function takingTurns(
  ready: readonly Member[],
  core: number | null,
  { workspace }: LaunchContext,
  widthRatios: number[],
): { readonly takeTurns?: TakeTurns } {
  const { referee } = workspace
  if (referee === null || core === null) return {}
  const processes = ready.map(({ process }) => process)
  const byHost = turnsOf(ready.map(contenderOf).map(namingLosses))
  const leftAtNs = new Map<number, number | null>()
  return {
    async takeTurns(turns) {
      try {
        const taken = await referee.takeTurns(core, processes, turns)
        if (taken === null) return byHost(turns)
        widthRatios.push(...taken.widthRatios)
        return batchesOf(turns, taken.readings, leftAtNs).map((batch, index) =>
          ready[turns[index]?.contender ?? -1]?.isWindow ? windowOnly(batch) : batch,
        )
      } catch (error) {
        throw error instanceof TurnLost ? new ContenderLost(error.contender, error.cause) : error
      }
    },
  }
}

/** Throws ContenderLost where batches took no time at all, once what empty ones take is taken out. */
function checkTimes({ wallNs }: ContenderLaunch, index: number): void {
  if (wallNs.reduce((sum, ns) => sum + ns, 0) > 0) return
  throw new ContenderLost(
    index,
    new LaunchError(
      'failed',
      'reported false times: its batches without iterations take longer than the others',
    ),
  )
}

interface Placement {
  /** The core they are measured on; null when nothing is pinned. */
  readonly core: number | null
  /** Members, by index, that start and warm up on one core; the first lane's is the one above. */
  readonly lanes: readonly (readonly number[])[]
  readonly laneCores: readonly (number | null)[]
}

/**
 * Chooses another core for every launch, so that no core's neighbours are a property of the run, and splits the
 * start and the warm-up over two cores at random: on one core alone they would take most of a launch.
 */
function place(count: number, { cores, random }: LaunchContext): Placement {
  const members = random.shuffle(Array.from({ length: count }, (_, index) => index))
  const [core = null, other] = random.shuffle([...cores])
  if (other === undefined) return { core, lanes: [members], laneCores: [core] }
  const half = Math.ceil(count / 2)
  return { core, lanes: [members.slice(0, half), members.slice(half)], laneCores: [core, other] }
}

/** Moves all members onto the core, and the host off it. */
async function gather(ready: readonly Member[], { core, lanes }: Placement, { cores }: LaunchContext) {
  if (core === null) return
  const strangers = lanes.slice(1).flat()
  const others = cores.filter(other => other !== core)
  await Promise.all([
    moveProcess(process.pid, others.length > 0 ? others : cores),
    ...strangers.map(index => losing(index, () => moveProcess(ready[index]?.process.pid ?? 0, [core]))),
  ])
}

/** Starts the members in parallel, in the random order of the lanes, the host free to run anywhere. */
async function prepareAll(
  members: readonly ContenderPlan[],
  { lanes, laneCores }: Placement,
  context: LaunchContext,
) {
  const ready: Member[] = []
  const lost: [number, LaunchError][] = []
  await moveProcess(process.pid, context.cores)
  await Promise.all(
    lanes.flatMap((lane, laneIndex) =>
      lane.map(async index => {
        try {
          const member = members[index] as ContenderPlan
          const observer = context.observers?.get(member) ?? null
          const prepared = await prepare(member, context, {
            core: laneCores[laneIndex] ?? null,
            ...(observer ? { trace: observer.trace } : {}),
          })
          ready[index] = { ...prepared, observer }
        } catch (error) {
          lost.push([index, LaunchError.of(error)])
        }
      }),
    ),
  )
  return { ready: lost.length > 0 ? ready.filter(one => one !== undefined) : ready, lost }
}

async function losing(index: number, work: () => void | Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new ContenderLost(index, error)
  }
}
