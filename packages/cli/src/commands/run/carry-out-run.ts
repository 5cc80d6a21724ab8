import { dirname, join, resolve } from 'node:path'
import { checkExpressions, type Preparation, profileFilesOf } from '@steelyard/measure'
import { profileFolder, type RunRecord } from '@steelyard/record'
import {
  renderAnswer,
  renderBlocks,
  renderHeader,
  renderOutline,
  rerunOutline,
  samplesTables,
  shellQuoted,
} from '@steelyard/report'
import { errorText, PROGRAM, type TerminalStyle } from '@steelyard/text'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { RESULTS } from '../../options/table/results.ts'
import { checkDestinations, type Kept, keep } from '../../output/destinations.ts'
import type { Output } from '../../output/output.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { peopleOf, sayAll, troublesOf } from '../../output/write-results.ts'
import { ABANDONED, REPORT_ONLY } from '../../process/early-end.ts'
import { EXIT, exitCodeOf } from '../../process/exit-code.ts'
import { measuring, untilInterrupted } from '../../process/measuring.ts'
import { type Journaled, overJournal, type RunContext } from '../../process/run-journal.ts'
import { checkCases, checkNames } from './check-asked.ts'
import { dryRunText, effortText, shortTimeTexts } from './dry-run.ts'
import { liveProgress } from './live-progress.ts'
import { type RunEvents, type RunOutcome, run } from './run.ts'
import { timeSpentText } from './verbose.ts'

/** Shows more of a record after its report; `file` is where the record was saved. */
export type ShowMore = (record: RunRecord, file: string | null, people: Output) => Promise<void>

interface Interruption {
  /** Ends the run with neither record nor report. */
  readonly abandoned?: AbortSignal
  /** The command line that resumes the run; that of the record if absent. */
  readonly resumedBy?: readonly string[]
}

/** Measures what the options ask for and shows its report. `args` become the command of the record. */
export async function carryOutRun(
  options: RunCommandOptions,
  args: readonly string[],
  showMore: ShowMore = async () => {},
  { abandoned, resumedBy = args }: Interruption = {},
): Promise<number> {
  if (!options.output.dryRun) await checkDestinations(options.output)
  checkNames(options.selection)
  await checkExpressions(options.selection.suites)
  const until = (signal: AbortSignal) =>
    abandoned === undefined ? signal : AbortSignal.any([signal, abandoned])
  const work = (seed: number, context: RunContext) =>
    runOver(context, { ...options, rules: { ...options.rules, seed } }, showMore)
  const { seed } = options.rules
  if (options.output.dryRun) {
    const bare = { command: args, journal: null }
    return untilInterrupted(async signal => (await work(seed, { ...bare, signal: until(signal) })).code)
  }
  return measuring(
    signal => overJournal(args, seed, until(signal), work, resumedBy),
    signal => checkCases(options, signal),
  )
}

async function runOver(
  context: RunContext,
  options: RunCommandOptions,
  showMore: ShowMore,
): Promise<Journaled> {
  // With data on standard output, everything for people goes to standard error.
  const { output } = options
  const people = peopleOf(output.json, output.markdown)
  const { outcome, hasProblems } = await runShowingProgress(context, options, people)
  const { signal } = context
  if (signal.reason === ABANDONED) return { code: EXIT.interrupted, isDone: false }
  if (outcome === null) {
    if (!signal.aborted) return { code: hasProblems ? EXIT.failed : EXIT.done, isDone: false }
    stderr.say('Interrupted before anything was measured: there is no record.\n')
    return { code: EXIT.interrupted, isDone: false }
  }
  const { record, suites } = outcome
  const errors = onlyErrors(record, options)
  if (errors.length > 0) {
    sayAll(errors)
    await showMore(record, null, people)
    return { code: EXIT.failed, isDone: true }
  }
  // Saved before it is shown: the reader may be gone.
  const kept = await keep(record, output, profileFilesOf(suites))
  showOutcome(outcome, kept, options, people)
  const later = await troublesOf([() => showMore(record, kept.file, people)])
  sayAll([...kept.troubles, ...later])
  const code = endOf(record, kept, options, { signal, hasTroubles: later.length > 0 || hasProblems })
  return { code, isDone: record.status === 'complete' && !kept.isIncomplete }
}

/**
 * Returns why none of the expressions that were asked for could be measured; nothing where one was, or where the record
 * goes to a program. Such a run has nothing to report or keep.
 */
function onlyErrors(
  { results, status }: RunRecord,
  { selection, output }: RunCommandOptions,
): readonly string[] {
  const isWritten = output.json !== null || output.markdown !== null
  const isTyped = selection.suites.every(word => typeof word !== 'string')
  const isAllLost = results.every(one => one.status === 'failed' || one.status === 'crashed')
  if (isWritten || !isTyped || !isAllLost || status !== 'complete') return []
  return [
    ...new Set(
      results.map(
        ({ suite, case: caseId, target, error }) => `${suite}/${caseId} on ${target} ${errorText(error)}`,
      ),
    ),
  ]
}

/** Runs, and shows the plan first and the progress meanwhile; null when there is no record. */
async function runShowingProgress(
  context: RunContext,
  options: RunCommandOptions,
  people: Output,
): Promise<{ readonly outcome: RunOutcome | null; readonly hasProblems: boolean }> {
  const line = options.output.json === '-' ? null : new ProgressLine()
  let live: ReturnType<typeof liveProgress> | null = null
  let problems: readonly string[] = []
  const events: RunEvents = {
    prepared(preparation) {
      if (line !== null) live = liveProgress(preparation, options, line)
      ;({ problems } = preparation)
      sayAll(problems)
      if (options.output.dryRun || options.output.verbose)
        people.show(`${headerText(preparation, options, people.style)}\n\n`)
      const effort = effortText(preparation, options)
      if (effort !== null) people.say(`${effort}\n\n`)
      for (const text of shortTimeTexts(preparation.suites, options)) people.say(`${text}\n\n`)
      if (options.output.dryRun) people.say(`${dryRunText(preparation, options)}\n`)
    },
    progress: (suite, state) => live?.(suite, state),
    profiling: (suite, launch, of) => line?.show(`${suite}: profile ${launch + 1} of ${of}`),
  }
  const outcome = await run(context, options, events, options.output)
  line?.clear()
  return { outcome, hasProblems: problems.length > 0 }
}

function showOutcome(
  { record, suites }: RunOutcome,
  { file, hasEvidence }: Kept,
  options: RunCommandOptions,
  people: Output,
): void {
  const { style } = people
  const hasProfiles = record.profiles.some(({ launches: [first] }) => (first?.files.length ?? 0) > 0)
  people.show(`${renderAnswer(record, style)}\n`)
  const { repeats } = options.selection
  if (repeats !== null) people.show(`\n${renderOutline(rerunOutline(repeats, record), style)}\n\n`)
  if (options.output.verbose) {
    const spread = renderBlocks(samplesTables(record), style)
    if (spread !== '') people.show(`${spread}\n\n`)
    people.say(`${timeSpentText(suites)}\n`)
  }
  if (file !== null) {
    people.say(`Record: ${shown(file)}\n`)
    if (hasProfiles) people.say(`Profiles: ${shown(join(dirname(file), profileFolder(record)))}\n`)
    people.say(`${nextText(file, options.output)}\n`)
  }
  const evidence = options.output.evidenceFolder
  if (evidence !== null && hasEvidence) people.say(`Evidence: ${shown(evidence)}\n`)
}

/** Where the rest is shown: without a file, the report is that of the newest record in the usual folder. */
function nextText(file: string, { out }: RunCommandOptions['output']): string {
  const word = out === RESULTS && dirname(file) === resolve(out) ? '' : ` ${shellQuoted(shown(file))}`
  return `Page with charts: ${PROGRAM} report${word}\nAll numbers here: ${PROGRAM} report${word} --terminal`
}

/** Says why a run ended early, and returns the exit code. */
function endOf(
  record: RunRecord,
  { file, isIncomplete }: Kept,
  options: RunCommandOptions,
  { signal, hasTroubles }: { readonly signal: AbortSignal; readonly hasTroubles: boolean },
): number {
  const isPartial = record.status === 'partial'
  if (signal.reason === REPORT_ONLY) return isIncomplete || hasTroubles ? EXIT.failed : EXIT.done
  if (signal.aborted) {
    const isKept = file !== null && isPartial
    stderr.say(
      `Interrupted.${isKept ? ` What was measured until then is saved as a partial record. To go on: ${PROGRAM} resume` : ''}\n`,
    )
    return EXIT.interrupted
  }
  if (isPartial) {
    const saved = file === null ? '' : ' What was measured is saved.'
    stderr.say(`Ended early, because the run took much longer than planned.${saved}\n`)
    return EXIT.failed
  }
  return isIncomplete || hasTroubles ? EXIT.failed : exitCodeOf(record, options.output.failOn)
}

function headerText(preparation: Preparation, options: RunCommandOptions, style: TerminalStyle): string {
  const { suites, targets, machine } = preparation
  const facts = {
    suites: suites.map(({ loaded }) => loaded.description),
    targets: targets.map(({ id, target }) => ({
      id,
      engine: { name: target.runner.engineName, version: target.engineVersion },
    })),
    environment: machine.environment,
    seed: options.rules.seed,
  }
  return renderHeader(facts, style)
}
