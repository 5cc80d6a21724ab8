import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Loss, moveProcess } from '@steelyard/launcher'
import type { ContenderLaunch, GroupSamples } from '@steelyard/schedule'
import { createRandom, type Random } from '@steelyard/stats'
import type { LaunchNumber, MeasuredContender } from '../suite/measured-suite.ts'
import type { SuiteLog } from '../suite/suite-log.ts'
import type { LaunchContext } from './launch-context.ts'

/** Members that were lost in a launch, each with its index and why. */
export interface LostMembers {
  readonly lost: readonly (readonly [number, Loss])[]
}

export interface Launched {
  readonly launches: readonly ContenderLaunch[]
}

export type LaunchOutcome = Launched | LostMembers

/**
 * Launches the remaining members of a group, at least one, again without those that are lost in it, until a launch gives
 * samples of each. Keeps them, and returns what each member of the group gave; null when none is left or the signal came.
 */
export async function launchMembers(
  log: SuiteLog,
  number: LaunchNumber,
  signal: AbortSignal,
  launchOnce: (able: readonly MeasuredContender[]) => Promise<LaunchOutcome>,
): Promise<GroupSamples | null> {
  for (;;) {
    const able = log.able(number.group)
    if (able.length === 0 || signal.aborted) return null
    const outcome = await launchOnce(able)
    // Processes that were killed by an interruption are not lost contenders.
    if (signal.aborted) return null
    if ('launches' in outcome) {
      log.launched(able, outcome.launches, number)
      const indices = new Map(able.map(({ plan }, index) => [plan, index]))
      return (log.groups[number.group] ?? []).map(plan => outcome.launches[indices.get(plan) ?? -1] ?? 'lost')
    }
    log.lost(able, outcome.lost, number)
  }
}

/** Ctrl-C reaches a measured process too, and may reach it before it reaches us. */
const SIGNAL_GRACE_MS = 100

/** Returns whether what was just lost was lost to an interruption: its signal may come a little later. */
export async function abortedAfterGrace(signal: AbortSignal): Promise<boolean> {
  await sleep(SIGNAL_GRACE_MS)
  return signal.aborted
}

/** Returns a launch without losses when the signal came; throws the error again when it did not. */
export async function failedUnlessAborted(error: unknown, signal: AbortSignal): Promise<LostMembers> {
  if (!(await abortedAfterGrace(signal))) throw error
  return { lost: [] }
}

/**
 * The order and placement of a launch depend on the seed and on nothing that takes time. `launch` is its number in the
 * group, or what a launch without a number is for.
 */
export function launchRandom(
  { seed, context }: { readonly seed: number; readonly context: LaunchContext },
  group: number,
  launch: number | 'traced' | 'side' | 'probe' | 'order',
): Random {
  const text = JSON.stringify([seed, context.suite.description.name, group, launch])
  return createRandom(createHash('sha256').update(text).digest().readUInt32LE())
}

/** Chooses a core for a contender that runs alone and moves the host off it; null when nothing is pinned. */
export async function reserveCore({ cores, random }: LaunchContext): Promise<number | null> {
  const [core = null, ...others] = random.shuffle([...cores])
  if (others.length > 0) await moveProcess(process.pid, others)
  return core
}

/** Gives every launch of a group what was seen of their core; nothing where it was not read. */
export function withWidths<Launch extends ContenderLaunch>(
  launches: readonly Launch[],
  core: number | null,
  widthRatios: readonly (number | null)[],
): readonly Launch[] {
  const read = widthRatios.flatMap(ratio => (ratio === null ? [] : Number(ratio.toPrecision(3))))
  if (core === null || read.length === 0) return launches
  const sharing = { core, widthRatios: read }
  return launches.map(launch => ({ ...launch, sharing }))
}
