import { type ContenderProcess, LaunchError, moveProcess } from '@steelyard/launcher'
import type { ResultWarning } from '@steelyard/record'
import { type KnownContender, warmUpSideLaunch } from '../functions/known-contender.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { abortedAfterGrace, reserveCore } from '../launch/launch-members.ts'
import { type PrepareOptions, prepare, recheck } from '../launch/prepare.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { SideFindings, SuiteLog } from '../suite/suite-log.ts'

/** A launch of one contender, alone, that finds something out besides its times. */
export interface Probe {
  readonly plan: ContenderPlan
  readonly find: () => Promise<SideFindings>
  /** Code of the warning where it is lost; the contender is not probed for that again. */
  readonly lost: Extract<ResultWarning, { readonly message: string }>['code'] & `no-${string}`
}

/**
 * Makes the probes one after another, until the signal comes, and keeps what they find; `onProbe` hears the index of each
 * before it, from 0. A contender that is lost in one keeps its times; why is kept too, and that its time was up.
 */
export async function makeProbes(
  probes: readonly Probe[],
  log: SuiteLog,
  {
    signal,
    journal,
    untilNs = Number.POSITIVE_INFINITY,
  }: Pick<MeasureTask, 'signal' | 'journal'> & { readonly untilNs?: number },
  onProbe: (index: number) => void = () => {},
): Promise<void> {
  const losses: Probe[] = []
  const lose = (probe: Probe, message: string) => {
    losses.push(probe)
    log.sideError(probe.plan, { code: probe.lost, message })
  }
  for (const [index, probe] of probes.entries()) {
    const { plan, find, lost } = probe
    if (signal.aborted) return
    if (losses.some(loss => loss.plan === plan && loss.lost === lost)) continue
    if (journal.nowNs() > untilNs) {
      lose(probe, 'was not started, since the time was up')
      continue
    }
    onProbe(index)
    try {
      log.found(plan, await journal.once(['side', index], find))
    } catch (error) {
      if (await abortedAfterGrace(signal)) return
      if (!(error instanceof LaunchError)) throw error
      lose(probe, error.message)
    }
  }
}

/** Lets a contender run on all cores; LaunchError when it has ended. */
export async function moveToAll({ pid }: ContenderProcess, { cores }: LaunchContext): Promise<void> {
  if (cores.length === 0) return
  await moveProcess(pid, cores).catch(() => {
    throw new LaunchError('crashed', 'ended before it was moved to all cores')
  })
}

/** As a share of its turns. */
const MOST_UNTIMED = 0.1

/**
 * Runs a contender alone on a core, warmed up and not timed, finds something out about it, checks its output again, and
 * kills it; LaunchError when it is lost, or does much outside of its timed parts.
 */
export async function inSideLaunch<T>(
  known: KnownContender,
  context: LaunchContext,
  options: Omit<PrepareOptions, 'core'>,
  find: (process: ContenderProcess) => Promise<T>,
): Promise<T> {
  if (known.untimedShare > MOST_UNTIMED)
    throw new LaunchError('failed', 'does much that it does not time, which would count')
  // The process starts on one core as in a timed launch, so that it makes as many threads.
  const prepared = await prepare(known.plan, context, { ...options, core: await reserveCore(context) })
  await using process = prepared.process
  await warmUpSideLaunch(process, known)
  const found = await find(process)
  await recheck(prepared)
  return found
}
