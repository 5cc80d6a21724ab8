import { comparedBy, findingsOf, recordOf } from '@steelyard/analysis'
import { buildFactsOf, elfFactsOf } from '@steelyard/launcher'
import {
  type BuildRecord,
  inWorkspace,
  isEvidence,
  type MeasuredRun,
  measureSuites,
  type NamedSuite,
  type Preparation,
  plannedSeconds,
  prepareRun,
  type RunOptions,
  traceCode,
  type Workspace,
  withWarning,
} from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import type { Progress } from '@steelyard/schedule'
import { fetchEvents } from '../../output/fetch-events.ts'
import { earlyEndOf } from '../../process/early-end.ts'
import { startWatchdog } from '../../process/watchdog.ts'
import { steelyardVersion } from '../../version.ts'

/** What a run reports while it goes on. */
export interface RunEvents {
  prepared(preparation: Preparation): void
  progress(suite: string, progress: Progress): void
}

/** What was measured, and where the time went. */
export interface RunOutcome {
  readonly record: RunRecord
  readonly suites: readonly NamedSuite[]
}

/**
 * Runs what was asked for and returns its record, a partial one when the signal came.
 *
 * @returns null for a dry run, or when the signal came before anything was measured
 * @throws UsageError when it cannot run as the options say; nothing was timed then
 */
export async function run(
  command: readonly string[],
  options: RunOptions,
  signal: AbortSignal,
  events: RunEvents,
): Promise<RunOutcome | null> {
  const beginning = { startedAt: new Date().toISOString(), steelyard: steelyardVersion() }
  return inWorkspace(signal, async workspace => {
    const preparation = await prepareRun(options, workspace, signal, fetchEvents(signal))
    if (preparation === null) return null
    events.prepared(preparation)
    if (options.dryRun) return null
    using watchdog = startWatchdog(signal, plannedSeconds(preparation, options), options.graceSeconds)
    const runs = await measureSuites(preparation, options, workspace, watchdog.signal, events.progress)
    if (signal.aborted && !runs.some(hasLaunches)) return null
    const isTraced = isEvidence(options.compare) && !watchdog.signal.aborted
    const suites = isTraced
      ? await tracedSuites(runs, preparation, options, watchdog.signal)
      : runs.map(({ suite }) => suite)
    const isAsked = options.compare !== null && !watchdog.signal.aborted
    const builds = isAsked ? await buildsOf(preparation, workspace) : []
    // Read once, last of all: a partial record has no verdict.
    const earlyEnd = earlyEndOf(watchdog.signal)
    const findings = findingsOf(suites, preparation.calibration, options, earlyEnd)
    const circumstances = { ...beginning, earlyEnd, suiteCount: suites.length, builds }
    const warned = withWarning(preparation, watchdog.warning())
    return { record: recordOf(command, options, warned, findings, circumstances), suites }
  })
}

function hasLaunches({ suite: { measured } }: MeasuredRun): boolean {
  const { contenders, timed = [] } = measured
  return contenders.some(({ launches }) => launches.length > 0) || timed.some(one => one.timings.length > 0)
}

/** Returns the suites with what V8 did to the functions of every pair that came out faster or slower. */
async function tracedSuites(
  runs: readonly MeasuredRun[],
  { calibration }: Preparation,
  options: RunOptions,
  signal: AbortSignal,
): Promise<NamedSuite[]> {
  const suites = runs.map(({ suite }) => suite)
  const comparisons = comparedBy(suites, calibration, options, null)
  const traced: NamedSuite[] = []
  for (const { suite, context } of runs) {
    const isServer = context.suite.description.server !== null
    traced.push(isServer ? suite : await traceCode(suite, comparisons, context, signal))
  }
  return traced
}

async function buildsOf({ targets }: Preparation, workspace: Workspace): Promise<BuildRecord[]> {
  const home = await workspace.newFolder()
  return Promise.all(
    targets.map(async ({ target }) => {
      const [build, elf] = await Promise.all([buildFactsOf(target, home), elfFactsOf(target.binary)])
      return { build, elf }
    }),
  )
}
