import { type Journal, type Preparation, planCompare, UsageError } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { renderOutline, renderOutlineMarkdown } from '@steelyard/report'
import type { Command } from 'commander'
import { timeSeconds } from '../../options/durations.ts'
import type { Select } from '../../options/invocation.ts'
import {
  collect,
  dialectOption,
  filterOption,
  metricOption,
  outOption,
  positive,
  type RawOptions,
  runOptions,
  tagOption,
  thresholdOption,
  wholeNumber,
} from '../../options/options.ts'
import { suitesOption, withOwnSuites } from '../../options/own-suites.ts'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { type Kept, keep, troublesOf } from '../../output/destinations.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { giveFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { closeJournal, openJournal, untilJournalEnds, withFirstSeed } from '../../process/run-journal.ts'
import { type GateOutcome, gate, type InterruptedGate } from './gate.ts'
import { gateOutline, slowerOf } from './gate-outline.ts'

type RawGateOptions = Omit<RawOptions, 'base' | 'head'> & {
  readonly base: string
  readonly head: string
  readonly suites?: string[]
}

export function addGateCommand(program: Command, select: Select): void {
  program
    .command('gate')
    .description('find what a build makes slower among all cases of a folder, and confirm it')
    .usage('<file, folder or suite…> --base <a> --head <b> [options]')
    .argument('<suites...>', 'benchmark files, folders, globs, or suites')
    .requiredOption('--base <target>', 'target that the head is compared with')
    .requiredOption('--head <target>', 'target to judge')
    .addOption(suitesOption())
    .addOption(dialectOption())
    .option('--case <glob>', 'only cases whose id matches; repeatable', collect)
    .addOption(filterOption())
    .addOption(tagOption())
    .option('--param <name=value>', 'parameter value to use; name=all uses every value', collect)
    .option(
      '--time <time>',
      'time of the screening of all cases together (default: about 10 for each case)',
      timeSeconds,
    )
    .option('--precision <percent>', 'screen a case until its ratio is known to ± this', positive, 3)
    .addOption(metricOption('clock that verdicts use'))
    .addOption(thresholdOption('smallest slowdown that matters'))
    .option(
      '--seed <number>',
      'seed of run order and core assignment (default: random, recorded)',
      wholeNumber,
    )
    .option('--json <file>', 'also write what was found of each case; - for standard output')
    .option('--markdown <file>', 'also write Markdown for a pull request; - for standard output')
    .addOption(outOption('folder for the records'))
    .option('--no-save', 'do not save the records')
    .addHelpText('after', HELP)
    .action((words: string[], raw: RawGateOptions) => {
      const { base, head, suites: folders = [], ...rest } = raw
      const suites = withOwnSuites(words, folders)
      const { runtimes, plan } = planned(base, head)
      const common = { ...rest, affinity: 'same-core' } as const
      const asked = runOptions(suites, runtimes, common)
      const options = { ...asked, selection: { ...asked.selection, by: 'targets' as const, compare: plan } }
      select({ command: 'gate', options, execute: args => execute(args, options) })
    })
}

const HELP = `
Every case is screened in 5 to 20 launches. What looks slower is measured again
in 20 fresh ones, which alone decide. The exit code is 1 where a case is
confirmed slower, else 0. docs/compare.md explains the rule.`

function planned(base: string, head: string): ReturnType<typeof planCompare> {
  try {
    return planCompare({ base, heads: [head], rebuilt: null, attribute: false, evidence: false })
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(error.message)
    throw error
  }
}

async function execute(args: readonly string[], options: RunCommandOptions): Promise<number> {
  if (options.output.json === '-' && options.output.markdown === '-') {
    throw new UsageError(
      'Cannot write JSON and Markdown to standard output at once. Give one of them a file.',
    )
  }
  return measuring(async signal => {
    const journal = await openJournal(args, options.rules.seed)
    let isDone = false
    try {
      const outcome = await gateShowingProgress(
        args,
        withFirstSeed(options),
        untilJournalEnds(signal),
        journal,
      )
      if ('records' in outcome) return await writeInterrupted(outcome, options)
      const code = await write(outcome, options)
      isDone = true
      return code
    } finally {
      closeJournal(journal, isDone)
    }
  })
}

function gateShowingProgress(
  args: readonly string[],
  options: RunCommandOptions,
  signal: AbortSignal,
  journal: Journal | null,
): Promise<GateOutcome | InterruptedGate> {
  const line = new ProgressLine()
  const events = {
    prepared: ({ problems }: Preparation) => stderr.say(problems.map(problem => `${problem}\n`).join('')),
    progress: (text: string) => line.show(text),
  }
  return gate(args, options, signal, events, journal).finally(() => line.clear())
}

/** What was measured is kept; nothing is decided by it. */
async function writeInterrupted({ records }: InterruptedGate, options: RunCommandOptions): Promise<number> {
  const kept = await keepAll(records, options)
  stderr.say(`Interrupted: no case is judged${records.length === 0 ? ', and there is no record' : ''}.\n`)
  for (const { file } of kept) if (file !== null) stderr.say(`Record: ${shown(file)}\n`)
  for (const trouble of kept.flatMap(one => one.troubles)) stderr.say(`${trouble}\n`)
  return EXIT.interrupted
}

function keepAll(records: readonly RunRecord[], options: RunCommandOptions): Promise<Kept[]> {
  return Promise.all(records.map(record => keep(record, { ...options.output, json: null, markdown: null })))
}

async function write(outcome: GateOutcome, options: RunCommandOptions): Promise<number> {
  const { json, markdown } = options.output
  const people = json === '-' || markdown === '-' ? stderr : stdout
  const style = terminalStyleOf(people)
  const { screening, confirmation } = outcome
  const kept = await keepAll([screening, ...(confirmation === null ? [] : [confirmation])], options)
  people.show(`${renderOutline(gateOutline(outcome, style), style)}\n\n`)
  for (const { file } of kept) if (file !== null) people.say(`Record: ${shown(file)}\n`)
  const troubles = await troublesOf([
    ...(json === null ? [] : [() => giveFor('--json', json, jsonText(outcome))]),
    ...(markdown === null
      ? []
      : [
          () =>
            giveFor('--markdown', markdown, renderOutlineMarkdown(gateOutline(outcome, { unicode: true }))),
        ]),
  ])
  const all = [...kept.flatMap(one => one.troubles), ...troubles]
  for (const trouble of all) stderr.say(`${trouble}\n`)
  return slowerOf(outcome.cases).length > 0 || all.length > 0 ? EXIT.failed : EXIT.done
}

function jsonText({ screening, confirmation, ...rest }: GateOutcome): string {
  const ids = { screening: screening.id, confirmation: confirmation?.id ?? null }
  return `${JSON.stringify({ schema: 'steelyard/gate@1', ...rest, ...ids }, null, 2)}\n`
}
