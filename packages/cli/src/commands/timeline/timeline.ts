import { appendLines, readTimeline, type TimelineLine } from '@steelyard/record'
import { isGap, keyText, STEP_LAUNCHES } from '@steelyard/report'
import { launchesNs, WINDOW_NS } from '@steelyard/schedule'
import type { RunContext } from '../../process/run-journal.ts'
import { findCause } from './find-cause.ts'
import { gapOf, measureStep, now, type StepTask } from './measure-step.ts'
import { byInformation, type WantedStep, wantedSteps } from './next-step.ts'
import type { Track } from './tracks.ts'

/** A search over some 30 releases, and launches under a profiler. */
const CAUSE_SECONDS = 150

export interface TimelineRules {
  /** Cap of the whole command; null for none. */
  readonly timeSeconds: number | null
  readonly seed: number
}

export interface TimelineEvents {
  launched(step: StepTask, launches: number): void
  stepped(step: StepTask, lines: readonly TimelineLine[], left: number): void
}

/**
 * Writes the gaps that suites declare, and measures what else is missing of tracks, what tells most first, until nothing is
 * or the time is up. Each step is on disk before the next begins.
 *
 * @param context its journal has the launches of the present step
 * @returns the steps that are still missing
 */
export async function followTracks(
  context: RunContext,
  tracks: readonly Track[],
  { timeSeconds, seed }: TimelineRules,
  events: TimelineEvents,
): Promise<readonly WantedStep[]> {
  for (const track of tracks) {
    const gaps = declaredGaps(track)
    if (gaps.length > 0) await appendLines(track.file, gaps)
  }
  const beganMs = performance.now()
  const elapsed = () => (performance.now() - beganMs) / 1000
  let open = tracks.map(one => {
    const track = { ...one, lines: readTimeline(one.file) }
    return { track, steps: wantedSteps(track, now()) }
  })
  let measured = 0
  for (let number = 0; ; number++) {
    const all = open.flatMap(({ steps }) => steps).toSorted(byInformation)
    const [step] = all
    if (step === undefined || context.signal.aborted) return all
    const contenders = step.keys.length * step.releases.length
    const expected =
      step.isCause || measured === 0 ? plannedSeconds(step) : (contenders * elapsed()) / measured
    if (timeSeconds !== null && number > 0 && elapsed() + expected > timeSeconds) return all
    // A resumed step gets the seed that it began with: the number of lines on disk decides.
    const stepSeed = seed + step.track.lines.length
    const onLaunch = (launches: number) => events.launched(step, launches)
    const measure = step.isCause ? findCause : measureStep
    const lines = await measure(step, { ...context, seed: stepSeed, onLaunch })
    if (lines === null) return all
    await appendLines(step.track.file, lines)
    context.journal?.forget()
    if (!step.isCause) measured += contenders
    open = open.map(one => {
      if (one.track.file !== step.track.file) return one
      const track = { ...one.track, lines: [...one.track.lines, ...lines] }
      return { track, steps: wantedSteps(track, now()) }
    })
    events.stepped(step, lines, open.flatMap(({ steps }) => steps).length)
  }
}

export function plannedSeconds({ keys, releases, isCause }: StepTask): number {
  if (isCause) return CAUSE_SECONDS
  return launchesNs(STEP_LAUNCHES * keys.length * releases.length, WINDOW_NS) / 1e9
}

/** Returns the gaps that suites declare of releases and no line of the same series names yet. */
function declaredGaps({ cases, releases, lines }: Track): TimelineLine[] {
  return cases.flatMap(({ key, unsupportedIn }) =>
    releases.flatMap(({ version, date }) => {
      const reason = unsupportedIn(version)
      const isKnown = lines.some(
        line => isGap(line) && line.release.version === version && keyText(line) === keyText(key),
      )
      return reason === null || isKnown ? [] : [gapOf(key, { version, date, engine: null }, now(), reason)]
    }),
  )
}
