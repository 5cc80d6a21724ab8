import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LaunchError } from '@steelyard/launcher'
import { type ContenderLaunch, launchRatio, type Metric, type PairLogs } from '@steelyard/schedule'
import { createRandom, type Random } from '@steelyard/stats'
import type { MeasuredContender } from '../suite/measured-suite.ts'
import type { LaunchContext } from './launch-group.ts'

/** Ctrl-C reaches the helpers of a launch too, and may reach them before it reaches us. */
const SIGNAL_GRACE_MS = 100

/** Which launch it is. */
export interface LaunchNumber {
  readonly group: number
  readonly launch: number
}

/** What a launch gave of each member, or which members were lost in it and why. */
export type LaunchOutcome =
  | { readonly launches: readonly ContenderLaunch[] }
  | { readonly lost: ReadonlyMap<number, LaunchError> }

/**
 * Launches the members of a group that are left, anew without those that are lost in it, until a launch gives something
 * of each, which is kept.
 *
 * @param launchOnce launches the given members, at least one
 * @returns what each member after the first was against it; null when none is left or the signal came
 */
export async function launchMembers(
  members: readonly MeasuredContender[],
  number: LaunchNumber,
  { metric, signal }: { readonly metric: Metric; readonly signal: AbortSignal },
  launchOnce: (able: readonly MeasuredContender[]) => Promise<LaunchOutcome>,
): Promise<PairLogs | null> {
  for (;;) {
    const able = members.filter(({ lost }) => lost === null)
    if (able.length === 0 || signal.aborted) return null
    const result = await launchOnce(able)
    // Processes that were killed by an interruption are not lost contenders.
    if (signal.aborted) return null
    if ('launches' in result) {
      for (const [index, measured] of result.launches.entries()) {
        able[index]?.launches.push({ ...measured, ...number })
      }
      return logRatios(members, number, metric)
    }
    const by = [...result.lost].flatMap(([index, error]) => {
      const member = able[index]
      if (!member) return []
      member.lost = error
      return [{ plan: member.plan, error }]
    })
    for (const member of able) member.lostLaunches.push({ ...number, by })
  }
}

/** Returns a launch that lost nobody when the signal came; throws the error again when it did not. */
export async function failedUnlessAborted(
  error: unknown,
  signal: AbortSignal,
): Promise<{ readonly lost: ReadonlyMap<number, LaunchError> }> {
  await sleep(SIGNAL_GRACE_MS)
  if (!signal.aborted) throw error
  return { lost: new Map() }
}

/** The order and placement of a launch depend on the seed and on nothing that takes time. */
export function launchRandom(
  { seed, context }: { readonly seed: number; readonly context: LaunchContext },
  group: number,
  launch: number,
): Random {
  const text = JSON.stringify([seed, context.suite.description.name, group, launch])
  return createRandom(createHash('sha256').update(text).digest().readUInt32LE())
}

/** Returns what each member after the first was against it in one launch. */
function logRatios(
  members: readonly MeasuredContender[],
  at: LaunchNumber,
  metric: Metric,
): (number | null | 'lost')[] {
  const [base, ...heads] = members.map(({ launches }) => {
    const last = launches.at(-1)
    return last?.group === at.group && last.launch === at.launch ? last : null
  })
  return heads.map(head => (head && base ? launchRatio(head, base, metric).ofSums : 'lost'))
}
