import { type ContenderLaunch, ContenderLost, conductLaunch, type Pacing } from '@steelyard/conductor'
import { type ContenderProcess, LaunchError, moveHost, type Target } from '@steelyard/launcher'
import type { Random } from '@steelyard/stats'
import type { Answers } from './answers.ts'
import type { LoadedSuite } from './load-suite.ts'
import type { ContenderPlan } from './plan.ts'
import { contenderOf } from './weigh.ts'
import type { Workshop } from './workshop.ts'

/** What every launch of a suite needs. */
export interface LaunchContext {
  readonly suite: LoadedSuite
  readonly targets: readonly Target[]
  readonly targetIds: readonly string[]
  readonly workshop: Workshop
  /** Cores to choose from; empty for no pinning. */
  readonly cores: readonly number[]
  readonly compatibilityDate: string | null
  readonly answers: Answers
  readonly random: Random
}

/** How one launch went: samples of every member, or the members that were lost and why. */
export type GroupLaunch =
  | { readonly launches: readonly ContenderLaunch[] }
  | { readonly lost: ReadonlyMap<number, LaunchError> }

interface Prepared {
  readonly process: ContenderProcess
  /** Of the answer before timing. */
  readonly digest: string
}

/** Starts every member of a group on one core, weighs them, checks their answers again, and ends them all. */
export async function launchGroup(
  members: readonly ContenderPlan[],
  pacing: Pacing,
  context: LaunchContext,
): Promise<GroupLaunch> {
  const core = await chooseCore(context)
  const prepared = await prepareAll(members, core, context)
  try {
    if (prepared.lost.size > 0) return { lost: prepared.lost }
    const contenders = prepared.ready.map(({ process }) => contenderOf(process))
    const launches = await conductLaunch(contenders, pacing, context.random)
    for (const [index, one] of prepared.ready.entries()) await losing(index, recheck(one))
    return { launches }
  } catch (error) {
    if (!(error instanceof ContenderLost)) throw error
    return { lost: new Map([[error.contender, asLaunchError(error.cause)]]) }
  } finally {
    await Promise.all(prepared.ready.map(({ process }) => process.kill()))
  }
}

/** Another core for every launch, so that no core's neighbours are a property of the run; the host goes elsewhere. */
async function chooseCore({ cores, random }: LaunchContext): Promise<number | null> {
  if (cores.length === 0) return null
  const core = cores[random.integer(cores.length)] ?? null
  await moveHost(cores.length > 1 ? cores.filter(other => other !== core) : cores)
  return core
}

/** Starts the members at once; which is started first must not be a property of the contender. */
async function prepareAll(members: readonly ContenderPlan[], core: number | null, context: LaunchContext) {
  const ready: Prepared[] = []
  const lost = new Map<number, LaunchError>()
  await Promise.all(
    context.random.shuffle([...members.entries()]).map(async ([index, member]) => {
      try {
        ready[index] = await prepare(member, core, context)
      } catch (error) {
        lost.set(index, asLaunchError(error))
      }
    }),
  )
  return { ready: ready.filter(one => one !== undefined), lost }
}

async function prepare(
  { caseId, params, target: index }: ContenderPlan,
  core: number | null,
  context: LaunchContext,
): Promise<Prepared> {
  const { suite, targets, targetIds, workshop, compatibilityDate, answers } = context
  const { description, bundle } = suite
  const target = targets[index]
  if (!target) throw new RangeError(`no target ${index}`)
  const process = await workshop.launch(target, bundle, { core, compatibilityDate })
  try {
    await process.exchange({ type: 'load' })
    const { reply } = await process.exchange({ type: 'prepare', caseId, params })
    if (reply.type !== 'prepared') throw new LaunchError('crashed', 'spoke out of turn')
    const reference = description.hasExpected ? caseId : description.baseline
    const wrong = answers.check(caseId, reference, params, { ...reply, target: targetIds[index] ?? '' })
    if (wrong !== null) throw new LaunchError('failed', wrong)
    return { process, digest: reply.digest }
  } catch (error) {
    await process.kill()
    throw error
  }
}

/** The last timed value must be as right as the first was. */
async function recheck({ process, digest }: Prepared): Promise<void> {
  const { reply } = await process.exchange({ type: 'recheck' })
  if (reply.type !== 'rechecked') throw new LaunchError('crashed', 'spoke out of turn')
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
