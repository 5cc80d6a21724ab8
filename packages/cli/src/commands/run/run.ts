import { comparedBy, findingsOf, recordOf } from '@steelyard/analysis'
import { buildFactsOf, elfFactsOf } from '@steelyard/launcher'
import {
  type BuildRecord,
  decidedPlans,
  inWorkspace,
  isEvidence,
  lookInto,
  type MeasuredRun,
  measureSuites,
  mostBytes,
  type NamedSuite,
  type PlannedSuite,
  type Preparation,
  plannedRows,
  plannedSeconds,
  prepareRun,
  profilingSeconds,
  type RunOptions,
  recordIdentity,
  UsageError,
  type Workspace,
  withWarning,
} from '@steelyard/measure'
import { LARGEST_BYTES, type RunRecord } from '@steelyard/record'
import type { Progress } from '@steelyard/schedule'
import { sum } from '@steelyard/stats'
import { BARE_OUTPUT, type RunOutput } from '../../options/run-options.ts'
import { fetchEvents } from '../../output/fetch-events.ts'
import type { RunContext } from '../../process/run-journal.ts'
import { startWatchdog } from '../../process/watchdog.ts'
import { type SteelyardVersion, steelyardVersion } from '../../version.ts'

export interface RunEvents {
  readonly prepared?: (preparation: Preparation) => void
  readonly progress?: (suite: string, progress: Progress) => void
  /** Called before each launch that is profiled. */
  readonly profiling?: (suite: string, launch: number, of: number) => void
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
  { command, signal, journal }: RunContext,
  options: RunOptions,
  events: RunEvents = {},
  { dryRun, save }: Pick<RunOutput, 'dryRun' | 'save'> = BARE_OUTPUT,
): Promise<RunOutcome | null> {
  const startedAt = journal?.head.startedAt ?? new Date().toISOString()
  const beginning = { startedAt, steelyard: steelyardVersion(), journal }
  return inWorkspace(signal, async workspace => {
    const preparation = await prepareRun(options, workspace, signal, fetchEvents(signal), dryRun)
    if (preparation === null) return null
    checkRecordSize(preparation, options)
    events.prepared?.(preparation)
    if (dryRun) return null
    using watchdog = startWatchdog(signal, longestSeconds(preparation, options), options.time.graceSeconds)
    const { progress = () => {} } = events
    const runs = await measureSuites(preparation, options, workspace, watchdog.signal, progress, journal)
    if (signal.aborted && !runs.some(({ suite }) => hasLaunches(suite))) return null
    const suites = await lookedInto(runs, preparation, options, watchdog.signal, { ...events, save })
    const isAsked = options.selection.compare !== null && !watchdog.signal.aborted
    const builds = isAsked ? await buildsOf(preparation, workspace) : []
    const warned = withWarning(preparation, watchdog.warning())
    return outcomeOf(command, options, warned, suites, { ...beginning, signal: watchdog.signal, builds })
  })
}

/** Throws UsageError for a run that may take hours for a record that could not be read again. */
function checkRecordSize({ suites }: Preparation, options: RunOptions): void {
  const bytes = sum(suites.map(({ plan, loaded }) => mostBytes(plan, loaded.description, options)))
  if (bytes <= LARGEST_BYTES) return
  throw new UsageError(
    `This run may make a record of ${Math.ceil(bytes / 1e6)} MB, more than the ${LARGEST_BYTES / 1e6} MB that fit the memory. Measure fewer suites in one command, or give less --time.`,
  )
}

/** Returns the record of what was measured; a partial one where the signal came. */
export function outcomeOf(
  command: readonly string[],
  options: RunOptions,
  preparation: Preparation,
  suites: readonly NamedSuite[],
  { signal, journal, builds = [], ...beginning }: Circumstances,
): RunOutcome {
  // Read once, last of all: what was measured later would be taken for whole.
  const earlyEnd = signal.aborted ? ('interrupted' as const) : null
  const isBegun = ({ loaded }: PlannedSuite) => suites.some(({ name }) => name === loaded.description.name)
  const otherRows = sum(preparation.suites.map(one => (isBegun(one) ? 0 : plannedRows(one.plan))))
  const findings = findingsOf(suites, preparation.calibration, options, earlyEnd, otherRows)
  const identity = recordIdentity(journal, preparation, options, beginning.startedAt)
  const circumstances = { ...beginning, ...identity, earlyEnd, suiteCount: suites.length, builds }
  return { record: recordOf(command, options, preparation, findings, circumstances), suites }
}

interface Circumstances extends Pick<RunContext, 'signal' | 'journal'> {
  readonly startedAt: string
  readonly steelyard: SteelyardVersion
  readonly builds?: readonly BuildRecord[]
}

export function hasLaunches({ measured: { contenders, timed = [] } }: NamedSuite): boolean {
  return contenders.some(({ launches }) => launches.length > 0) || timed.some(one => one.timings.length > 0)
}

/** Returns the suites with what is found of pairs that came out faster or slower, in launches that are not timed. */
async function lookedInto(
  runs: readonly MeasuredRun[],
  { calibration }: Preparation,
  options: RunOptions,
  signal: AbortSignal,
  { profiling, save }: RunEvents & Pick<RunOutput, 'save'>,
): Promise<NamedSuite[]> {
  const suites = runs.map(({ suite }) => suite)
  if (!isLookedInto(options) || signal.aborted) return suites
  const comparisons = comparedBy(suites, calibration, options, null)
  const isForReview = isEvidence(options.selection.compare)
  const keepsFiles = save || isForReview
  const seen: NamedSuite[] = []
  for (const { suite, context } of runs) {
    const isServer = context.suite.description.server !== null
    const decided = decidedPlans(suite, isServer ? [] : comparisons)
    const onLaunch = (launch: number, of: number) => profiling?.(suite.name, launch, of)
    const looking = { context, signal, withTiers: isForReview, keepsFiles, onLaunch }
    seen.push(await lookInto(suite, decided, looking))
  }
  return seen
}

/** What the timed launches are planned to take, and what every contender would take to be looked into. */
function longestSeconds(preparation: Preparation, options: RunOptions): number {
  const contenders = sum(preparation.suites.map(({ plan }) => plan.groups.flat().length))
  const planned = plannedSeconds(preparation, options)
  return isLookedInto(options) ? planned + profilingSeconds(contenders) : planned
}

function isLookedInto({ probes, selection }: RunOptions): boolean {
  return probes.profile || isEvidence(selection.compare)
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
