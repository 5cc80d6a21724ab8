import type { ReplyTo } from '@steelyard/harness/protocol'
import {
  type ContenderProcess,
  LaunchError,
  type LaunchTrace,
  LIMITS,
  type Limits,
  moveProcess,
  type Runner,
  type Target,
  TurnLost,
} from '@steelyard/launcher'
import {
  type Contender,
  type ContenderLaunch,
  ContenderLost,
  conductLaunch,
  type Pacing,
  type TakeTurns,
  turnsOf,
  type WarmUpNeed,
} from '@steelyard/schedule'
import type { Random } from '@steelyard/stats'
import type { LoadedSuite } from '../plan/load-suite.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import type { AdoptedAnswers } from './adopted-answers.ts'
import { type EngineEvents, EventLog } from './event-log.ts'
import type { ReferenceOutputs } from './reference-outputs.ts'
import { watchOn } from './stall-watch.ts'
import { batchesOf, samplerOf, windowOnly, windowSamplerOf } from './window-sampler.ts'
import type { Workspace } from './workspace.ts'

/** What every launch of a suite needs. */
export interface LaunchContext {
  readonly suite: LoadedSuite
  readonly targets: readonly Target[]
  readonly targetIds: readonly string[]
  readonly workspace: Workspace
  /** Cores to choose from; empty for no pinning. */
  readonly cores: readonly number[]
  readonly compatibilityDate: string | null
  readonly referenceOutputs: ReferenceOutputs
  /** For a suite made of somebody else's file; absent where its answers are not compared. */
  readonly adoptedAnswers?: AdoptedAnswers
  readonly random: Random
  /** What the first warm-up of each member has to do; nothing special where absent. */
  readonly needs?: readonly WarmUpNeed[]
  /** Whether the engines trace what they do; the times are then not valid. */
  readonly traced?: boolean
  /** Where the engine writes what it does to functions; for launches of one contender. */
  readonly codeTraceFile?: string
}

/** How one launch went: samples of every member, or the members that were lost and why. */
export type GroupLaunch =
  | {
      readonly launches: readonly ContenderLaunch[]
      readonly parts: LaunchParts
      readonly events: readonly (EngineEvents | null)[]
      /** Whether the case of each member gives promises; null where it has a loop of its own. */
      readonly asynchronous: readonly (boolean | null)[]
    }
  | { readonly lost: ReadonlyMap<number, LaunchError> }

/** Where the time of a launch went, from its start to its last exit. */
export interface LaunchParts {
  /** Of each member, in parallel: process start, import of the bundle, setup with the first call and its check. */
  readonly members: readonly MemberParts[]
  readonly warmUpNs: number
  /** Timed batches and what lies between them. */
  readonly measuringNs: number
  /** Last check and exits. */
  readonly endNs: number
}

export interface MemberParts {
  readonly startNs: number
  readonly importNs: number
  readonly setupNs: number
}

interface Prepared {
  readonly process: ContenderProcess
  readonly parts: MemberParts
  /** Of the output before timing. */
  readonly digest: string
  /** Whether its case has a loop, and a start and end of its own. */
  readonly isWindow: boolean
  readonly isAsync: boolean
}

interface Member extends Prepared {
  readonly log: EventLog | null
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
  const watch = watchOn(placement.core, context)
  try {
    if (lost.size > 0) return { lost }
    const conducted = await conductLaunch({
      contenders: ready.map(one => one.log?.watch(memberSampler(one)) ?? memberSampler(one)),
      lanes: placement.lanes,
      gather: async () => {
        warmUpNs = lap()
        await gather(ready, placement, context)
        await watch.start()
      },
      ...(context.traced ? {} : takingTurns(ready, placement.core, context)),
      pacing,
      ...(context.needs && { needs: context.needs }),
      random: context.random,
    })
    const launches = await watch.end(conducted)
    const measuringNs = lap()
    launches.forEach(checkTimes)
    for (const [index, one] of ready.entries()) await losing(index, recheck(one))
    for (const [index, contender] of members.entries()) checkAdopted(contender, index, context)
    await kill()
    return {
      launches,
      parts: { members: ready.map(({ parts }) => parts), warmUpNs, measuringNs, endNs: lap() },
      events: ready.map(({ log }, index) => log?.ofFirst(launches[index]?.wallNs.length ?? 0) ?? null),
      asynchronous: ready.map(({ isWindow, isAsync }) => (isWindow ? null : isAsync)),
    }
  } catch (error) {
    if (!(error instanceof ContenderLost)) throw error
    return { lost: new Map([[error.contender, asLaunchError(error.cause)]]) }
  } finally {
    await watch.end([])
    await kill()
  }
}

function memberSampler({ process, isWindow }: Member): Contender {
  return isWindow ? windowSamplerOf(process) : samplerOf(process)
}

/** The turns are the referee's, on the core of the contenders, wherever it can have them; the host's otherwise. */
function takingTurns(
  ready: readonly Member[],
  core: number | null,
  { workspace }: LaunchContext,
): { readonly takeTurns?: TakeTurns } {
  const { referee } = workspace
  if (referee === null || core === null) return {}
  const processes = ready.map(({ process }) => process)
  const byHost = turnsOf(ready.map(memberSampler))
  const leftAtNs = new Map<number, number | null>()
  return {
    async takeTurns(turns) {
      try {
        const readings = await referee.takeTurns(core, processes, turns)
        if (readings === null) return byHost(turns)
        return batchesOf(turns, readings, leftAtNs).map((batch, index) =>
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
    new LaunchError('failed', 'told false times: its batches without iterations take longer than the others'),
  )
}

/** Throws ContenderLost where one answered before the base did, and otherwise. */
function checkAdopted(contender: ContenderPlan, index: number, { adoptedAnswers }: LaunchContext): void {
  const wrong = adoptedAnswers?.fault(contender) ?? null
  if (wrong !== null) throw new ContenderLost(index, new LaunchError('unsupported', wrong))
}

/** Returns a function that returns the nanoseconds since its last call, at first since now. */
function stopwatch(): () => number {
  let lastMs = performance.now()
  return () => {
    const beganMs = lastMs
    lastMs = performance.now()
    return (lastMs - beganMs) * 1e6
  }
}

/** Where the members of one launch run. */
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
async function gather(
  ready: readonly Member[],
  { core, lanes }: Placement,
  { cores }: LaunchContext,
): Promise<void> {
  if (core === null) return
  const strangers = lanes.slice(1).flat()
  const others = cores.filter(other => other !== core)
  await Promise.all([
    moveProcess(process.pid, others.length > 0 ? others : cores),
    ...strangers.map(index => losing(index, moveProcess(ready[index]?.process.pid ?? 0, [core]))),
  ])
}

/** Starts the members in parallel, in the random order of the lanes, the host free to run anywhere. */
async function prepareAll(
  members: readonly ContenderPlan[],
  { lanes, laneCores }: Placement,
  context: LaunchContext,
) {
  const ready: Member[] = []
  const lost = new Map<number, LaunchError>()
  await moveProcess(process.pid, context.cores)
  await Promise.all(
    lanes.flatMap((lane, laneIndex) =>
      lane.map(async index => {
        const log = context.traced ? new EventLog() : null
        try {
          const prepared = await prepare(members[index] as ContenderPlan, context, {
            core: laneCores[laneIndex] ?? null,
            ...(log ? { traceBy: ({ trace }) => log.traceOf(trace) } : {}),
          })
          ready[index] = { ...prepared, log }
        } catch (error) {
          lost.set(index, asLaunchError(error))
        }
      }),
    ),
  )
  return { ready: lost.size > 0 ? ready.filter(one => one !== undefined) : ready, lost }
}

export interface PrepareOptions {
  /** The core it starts on; null for all. */
  readonly core: number | null
  readonly limits?: Limits
  /** Makes the engine trace what it does; absent for no trace. */
  readonly traceBy?: (runner: Runner) => LaunchTrace
  /** Whether its stack is to be sampled. Default: it is not. */
  readonly isProfiled?: boolean
}

/**
 * Starts a contender, prepares its case and checks the output.
 *
 * @throws LaunchError when it is lost
 */
export async function prepare(
  contender: ContenderPlan,
  context: LaunchContext,
  { core, limits = LIMITS, traceBy, isProfiled = false }: PrepareOptions,
): Promise<Prepared> {
  const { caseId, params, target: index } = contender
  const { suite, targets, workspace, compatibilityDate, referenceOutputs, codeTraceFile } = context
  const target = targets[index]
  if (!target) throw new RangeError(`no target ${index}`)
  const lap = stopwatch()
  const process = await workspace.launch(target, suite.bundle, {
    core,
    compatibilityDate,
    limits,
    ...(traceBy ? { trace: traceBy(target.runner) } : {}),
    ...(codeTraceFile === undefined ? {} : { codeTraceFile }),
    isProfiled,
  })
  try {
    const startNs = lap()
    await process.exchange({ type: 'load' })
    const importNs = lap()
    const expectedDigest = referenceOutputs.expectedDigest(caseId, params)
    const { reply } = await process.exchange({ type: 'prepare', caseId, params, expectedDigest })
    checkAnswer(reply, contender, context)
    const isWindow = reply.window === true && suite.description.adopted !== undefined
    return {
      process,
      isWindow,
      isAsync: reply.async,
      digest: reply.digest,
      parts: { startNs, importNs, setupNs: lap() },
    }
  } catch (error) {
    await process.kill()
    throw error
  }
}

/**
 * Compares an output with earlier ones of the case, or of the baseline; of somebody else's case with the other targets.
 *
 * @throws LaunchError where it differs
 */
export function checkAnswer(
  answer: Pick<
    ReplyTo<'prepare'>,
    'digest' | 'preview' | 'unverified' | 'unitsPerIteration' | 'promiseCounted'
  >,
  contender: ContenderPlan,
  { suite: { description }, targetIds, referenceOutputs, adoptedAnswers }: LaunchContext,
): void {
  const { caseId, params, target } = contender
  if (adoptedAnswers && description.adopted) {
    const other = adoptedAnswers.check(contender, answer)
    if (other !== null) throw new LaunchError('unsupported', other)
    return
  }
  const reference = description.hasExpected ? caseId : description.baseline
  const wrong = referenceOutputs.check(caseId, reference, params, {
    ...answer,
    target: targetIds[target] ?? '',
  })
  if (wrong !== null) throw new LaunchError('failed', wrong)
}

/** Checks the last value that was kept; throws LaunchError. */
export async function recheck({ process, digest }: Pick<Prepared, 'process' | 'digest'>): Promise<void> {
  const { reply } = await process.exchange({ type: 'recheck' })
  checkLastValue(reply, digest)
}

/** The last timed value must be as correct as the first was; throws LaunchError. */
export function checkLastValue(reply: ReplyTo<'recheck'>, digest: string): void {
  if (reply.digest !== digest)
    throw new LaunchError('failed', 'failed its check: after timing it answered differently')
}

async function losing(index: number, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    throw new ContenderLost(index, error)
  }
}

function asLaunchError(error: unknown): LaunchError {
  return error instanceof LaunchError ? error : new LaunchError('crashed', String(error))
}
