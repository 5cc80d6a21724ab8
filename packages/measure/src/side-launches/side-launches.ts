import { setTimeout as sleep } from 'node:timers/promises'
import { LaunchError } from '@steelyard/launcher'
import type { Progress } from '@steelyard/schedule'
import { knownOf } from '../functions/warm-up-alone.ts'
import type { LaunchContext } from '../launch/launch-group.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'
import { launchForCalls } from './call-launch.ts'
import { launchForMemory } from './memory-launch.ts'

/** What is to be found out beside the times, by a launch of each contender for each. */
export interface SideLaunches {
  /** What is allocated and collected. */
  readonly memory: boolean
  /** Cases whose calls are timed one by one. */
  readonly perCall: readonly string[]
  /** What a call may take; null when nothing is asked. */
  readonly budgetNs: number | null
}

/** What a launch takes beside its window: start, first call, warm-up, end; beyond a late change on top. */
const OVERHEAD_NS = 500e6
const SHORTEST_WINDOW_NS = 100e6
const LONGEST_WINDOW_NS = 500e6

/** Of the time of a suite, for all of these launches. */
const MOST_SHARE = 0.25

/** Ctrl-C reaches a measured process too, and may reach it before it reaches us. */
const SIGNAL_GRACE_MS = 100

/** Returns how much of the time of a suite these launches are given. */
export function sideLaunchesNs(
  contenders: readonly MeasuredContender[],
  sideLaunches: SideLaunches,
  timeNs: number,
): number {
  const launches = launchesOf(contenders, sideLaunches)
  return Math.min(overheadNs(launches) + launches.length * LONGEST_WINDOW_NS, MOST_SHARE * timeNs)
}

function overheadNs(launches: readonly { readonly contender: MeasuredContender }[]): number {
  return launches.reduce((sum, { contender: { late } }) => sum + OVERHEAD_NS + (late?.durationNs ?? 0), 0)
}

/**
 * Makes these launches one after another, and keeps what they find in the contenders. A contender that is lost in one
 * keeps its times; why it was lost is noted.
 */
export async function makeSideLaunches({
  contenders,
  sideLaunches,
  timeNs,
  context,
  signal,
  onProgress,
}: {
  readonly contenders: readonly MeasuredContender[]
  readonly sideLaunches: SideLaunches
  readonly timeNs: number
  readonly context: LaunchContext
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}): Promise<void> {
  const launches = launchesOf(contenders, sideLaunches)
  const windowNs = Math.min(
    Math.max((timeNs - overheadNs(launches)) / launches.length, SHORTEST_WINDOW_NS),
    LONGEST_WINDOW_NS,
  )
  const launchNs = timeNs / launches.length
  for (const [launchesDone, { contender, find }] of launches.entries()) {
    if (signal.aborted) return
    onProgress({
      launchesDone,
      launchesExpected: launches.length,
      elapsedNs: launchesDone * launchNs,
      remainingNs: timeNs - launchesDone * launchNs,
    })
    const known = knownOf(contender)
    if (contender.lost !== null || known === null) continue
    try {
      if (find === 'memory') contender.memory = await launchForMemory(known, windowNs, context)
      else contender.calls = await launchForCalls(known, windowNs, sideLaunches.budgetNs, context)
    } catch (error) {
      await sleep(SIGNAL_GRACE_MS)
      if (signal.aborted) return
      if (!(error instanceof LaunchError)) throw error
      const what = find === 'memory' ? 'its memory was looked at' : 'its calls were timed one by one'
      contender.sideErrors.push(`was lost in the launch in which ${what}: it ${error.message}`)
    }
  }
}

function launchesOf(contenders: readonly MeasuredContender[], { memory, perCall }: SideLaunches) {
  return contenders.flatMap(contender => {
    const { caseId, isControl } = contender.plan
    if (isControl) return []
    return [
      ...(memory ? [{ contender, find: 'memory' } as const] : []),
      ...(perCall.includes(caseId) ? [{ contender, find: 'calls' } as const] : []),
    ]
  })
}
