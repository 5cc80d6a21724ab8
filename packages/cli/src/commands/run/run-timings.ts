import {
  agreementsOf,
  channelOf,
  recordOf,
  resultsOf,
  rulesOf,
  timerComparisonsOf,
  timerRecord,
  timerResultsOf,
} from '@steelyard/analysis'
import { bundleSuite } from '@steelyard/launcher'
import type { RunOptions, Workspace, WrittenBundle } from '@steelyard/measure'
import {
  MINIMUM_LAUNCHES,
  measureTimings,
  type PlannedSuite,
  type Preparation,
  QUICK_LAUNCHES,
  ReferenceOutputs,
  type SuiteTimings,
  sharedCompatibilityDate,
  UsageError,
  withWarning,
} from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { createRandom, type EarlyEnd } from '@steelyard/stats'
import { type Timer, timers } from '@steelyard/timers'
import { earlyEndOf } from '../../process/early-end.ts'
import { startWatchdog } from '../../process/watchdog.ts'
import { steelyardVersion } from '../../version.ts'
import { inWorkspace, prepare, type RunEvents, type RunOutcome } from './run.ts'

/** Of a timer that takes as long as it is made to by itself. */
const LONGEST_FIRST_LAUNCH_SECONDS = 10

interface Timed extends PlannedSuite {
  readonly timings: SuiteTimings
}

/**
 * Has other timers time what was asked for, with Steelyard's own beside them when that is among the timers, and
 * returns the record, a partial one when the signal came.
 *
 * @returns null for a dry run, or when the signal came before anything was measured
 * @throws UsageError when the request cannot be carried out; nothing was timed then
 */
export async function runTimings(
  command: readonly string[],
  options: RunOptions,
  signal: AbortSignal,
  events: RunEvents,
): Promise<RunOutcome | null> {
  const beginning = { startedAt: new Date().toISOString(), steelyard: steelyardVersion() }
  return inWorkspace(signal, async workspace => {
    const preparation = await prepare(options, workspace, signal)
    if (preparation === null) return null
    checkPossible(options, preparation)
    events.prepared(preparation)
    if (options.dryRun) return null
    using watchdog = startWatchdog(signal, plannedSeconds(preparation, options), options.graceSeconds)
    const suites: Timed[] = []
    for (const suite of preparation.suites) {
      if (watchdog.signal.aborted) break
      const timings = await timeSuite(suite, preparation, options, workspace, watchdog.signal, events)
      suites.push({ ...suite, timings })
    }
    const isEmpty = suites.every(({ timings: { own, timed } }) =>
      [...own.map(({ launches }) => launches), ...timed.map(one => one.timings)].every(
        ({ length }) => length === 0,
      ),
    )
    if (isEmpty && signal.aborted) return null
    const earlyEnd = earlyEndOf(watchdog.signal)
    const found = foundBy(suites, preparation, options, earlyEnd)
    const record = recordOf(command, options, withWarning(preparation, watchdog.warning()), found, {
      ...beginning,
      earlyEnd,
    })
    return { record, suites: [] }
  })
}

/** Returns the timers of a run beside Steelyard's own. */
export function otherTimers(options: Pick<RunOptions, 'timers'>): Timer[] {
  return options.timers.flatMap(name => (name === 'steelyard' ? [] : [timers[name]]))
}

/** The time that was asked for, or what the first launches take, which are always made. */
function plannedSeconds({ suites }: Preparation, options: RunOptions): number {
  const launches =
    options.timers.length * suites.reduce((sum, { plan }) => sum + plan.groups.flat().length, 0)
  return Math.max(options.timeSeconds * suites.length, launches * LONGEST_FIRST_LAUNCH_SECONDS)
}

/** Gaps are no mistake; to ask for nothing but gaps is one. */
function checkPossible(options: RunOptions, { targets }: Preparation): void {
  if (options.timers.includes('steelyard')) return
  for (const { name, gaps } of otherTimers(options)) {
    const reasons = targets.map(({ target }) => gaps[target.runner.name])
    if (reasons.some(reason => reason === undefined)) continue
    const runtimes = [...new Set(targets.map(({ target }) => target.runner.name))].join(', ')
    throw new UsageError(
      `Cannot time on ${runtimes} with ${name}: ${reasons[0]}. Choose another --timer or another --runtime.`,
    )
  }
}

async function timeSuite(
  { loaded, plan }: PlannedSuite,
  { targets, machine }: Preparation,
  options: RunOptions,
  workspace: Workspace,
  signal: AbortSignal,
  events: RunEvents,
): Promise<SuiteTimings> {
  const bundles = new Map<Timer['name'], WrittenBundle>()
  for (const { name, module } of otherTimers(options)) {
    if (module !== null)
      bundles.set(name, await workspace.writeBundle(await bundleSuite(loaded.file, module)))
  }
  return measureTimings({
    plan,
    context: {
      suite: loaded,
      targets: targets.map(({ target }) => target),
      targetIds: targets.map(({ id }) => id),
      workspace,
      cores: machine.cores,
      compatibilityDate: sharedCompatibilityDate(targets),
      answers: new ReferenceOutputs(),
      random: createRandom(options.seed),
    },
    timers: options.timers,
    bundles,
    launches: options.quick ? QUICK_LAUNCHES : MINIMUM_LAUNCHES,
    timeNs: options.timeSeconds * 1e9,
    signal,
    onProgress: progress => events.progress(loaded.description.name, progress),
  })
}

function foundBy(
  suites: readonly Timed[],
  { targets, calibration }: Preparation,
  options: RunOptions,
  earlyEnd: EarlyEnd | null,
) {
  const targetIds = targets.map(({ id }) => id)
  const isAgreement = options.timers.includes('steelyard')
  const results: RunRecord['results'] = suites.flatMap(({ loaded, plan, timings: { own, timed } }) => {
    const { name } = loaded.description
    return [
      ...resultsOf(name, plan, { contenders: own }, targetIds),
      ...timerResultsOf(name, timed, targetIds),
    ]
  })
  const { threshold, biasAllowance } = rulesOf(options, calibration)
  return {
    suiteCount: suites.length,
    channels: targets.map((_, target) =>
      channelOf(
        suites.flatMap(({ timings }) => timings.own),
        target,
      ),
    ),
    results,
    comparisons: isAgreement
      ? []
      : suites.flatMap(({ loaded, plan, timings }) =>
          timerComparisonsOf(loaded.description.name, plan, timings.timed, targetIds, {
            threshold,
            biasAllowance,
          }),
        ),
    timers: otherTimers(options).map(timerRecord),
    ...(isAgreement ? { agreements: agreementsOf(results, earlyEnd) } : {}),
  }
}
