import {
  type Journal,
  measureSuites,
  type NamedSuite,
  neededSeconds,
  type PlannedSuite,
  type Preparation,
  type RunOptions,
  type Workspace,
} from '@steelyard/measure'
import { steelyardVersion } from '../../version.ts'
import { hasLaunches, outcomeOf, type RunOutcome } from '../run/run.ts'

/** What both stages of a gate share. */
export interface GateContext {
  readonly command: readonly string[]
  readonly signal: AbortSignal
  readonly journal: Journal | null
  progress(text: string): void
}

/** One of the two stages. */
export interface Stage {
  /** As progress names it. */
  readonly what: string
  readonly preparation: Preparation
  readonly options: RunOptions
  /** Time of all its files together. */
  readonly timeSeconds: number
}

/** Returns the seconds in which every file of a stage has its launches. */
export function stageSeconds({ suites }: Preparation, options: RunOptions): number {
  return suites.reduce((sum, suite) => sum + secondsOf(suite, options), 0)
}

/**
 * Measures files one after another. Each has its share of the time that is left, so that what one leaves over is there for
 * the others.
 *
 * @returns null when the signal came before anything was measured
 */
export async function measureStage(
  { what, preparation, options, timeSeconds }: Stage,
  workspace: Workspace,
  { command, signal, journal, progress }: GateContext,
): Promise<RunOutcome | null> {
  const beginning = { startedAt: new Date().toISOString(), steelyard: steelyardVersion() }
  const endMs = performance.now() + 1000 * timeSeconds
  const files = preparation.suites
  const suites: NamedSuite[] = []
  for (const [index, one] of files.entries()) {
    const leftSeconds = Math.max(0, endMs - performance.now()) / 1000
    const share =
      secondsOf(one, options) / stageSeconds({ ...preparation, suites: files.slice(index) }, options)
    const runs = await measureSuites(
      { ...preparation, suites: [one] },
      { ...options, time: { ...options.time, timeSeconds: share * leftSeconds } },
      workspace,
      signal,
      (name, { launchesDone, launchesExpected }) =>
        progress(
          `${what} ${name} (file ${index + 1} of ${files.length}): launch ${launchesDone + 1} of ${launchesExpected}`,
        ),
      journal,
    )
    suites.push(...runs.map(({ suite }) => suite))
    if (signal.aborted) break
  }
  if (signal.aborted && !suites.some(hasLaunches)) return null
  return outcomeOf(command, options, preparation, suites, { ...beginning, signal })
}

function secondsOf({ plan, loaded }: PlannedSuite, options: RunOptions): number {
  return neededSeconds(plan, loaded.description, options)
}
