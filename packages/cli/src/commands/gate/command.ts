import type { Journal, Preparation } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { renderOutline, renderOutlineMarkdown } from '@steelyard/report'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { required, text } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { withOwnSuites } from '../../options/own-suites.ts'
import { type RunCommandOptions, runOptions } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { type Kept, keep } from '../../output/destinations.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { peopleOf, writeResults } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { closeJournal, openJournal, untilJournalEnds, withFirstSeed } from '../../process/run-journal.ts'
import { planOr } from '../compare/command.ts'
import { checkCases, checkNames } from '../run/check-asked.ts'
import { type GateOutcome, gate, type InterruptedGate } from './gate.ts'
import { gateOutline, slowerOf } from './gate-outline.ts'

const PRECISION = 0.03

const OPTIONS = { head: required(text('--head <target>', { help: 'target to judge' })) } as const

export function addGateCommand(program: Command, select: Select): void {
  const command = program
    .command('gate')
    .description('find what a build makes slower among all cases of a folder, and confirm it')
    .usage('<file, folder or suite…> --base <a> --head <b> [options]')
    .argument('<suites...>', 'benchmark files, folders, globs, or suites')
    .addHelpText('after', HELP)
  const given = addOptions(command, { ...OPTIONS, ...optionsOf('gate') })
  command.action((words: string[]) => {
    const values = given()
    const { base, head, precision } = values
    const suites = withOwnSuites(words, values.suites)
    const { runtimes, plan } = planOr({
      base,
      heads: [head],
      rebuilt: null,
      attribute: false,
      evidence: false,
    })
    const screened = { ...values, precision: precision ?? PRECISION }
    const options = runOptions(suites, screened, { runtimes, by: 'targets', compare: plan })
    select({ command: 'gate', options, execute: args => execute(args, options) })
  })
}

const HELP = `
Every case is screened in 5 to 20 launches. What looks slower is measured again
in 20 fresh ones, which alone decide. The exit code is 1 where a case is
confirmed slower, else 0. docs/compare.md explains the rule.`

async function execute(args: readonly string[], options: RunCommandOptions): Promise<number> {
  checkNames(options.selection)
  const gateAll = async (signal: AbortSignal) => {
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
  }
  return measuring(gateAll, signal => checkCases(options, signal))
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
  const people = peopleOf(json, markdown)
  const style = terminalStyleOf(people)
  const { screening, confirmation } = outcome
  const kept = await keepAll([screening, ...(confirmation === null ? [] : [confirmation])], options)
  people.show(`${renderOutline(gateOutline(outcome, style), style)}\n\n`)
  for (const { file } of kept) if (file !== null) people.say(`Record: ${shown(file)}\n`)
  const troubles = await writeResults([
    { option: '--json', file: json, textOf: () => jsonText(outcome) },
    {
      option: '--markdown',
      file: markdown,
      textOf: () => renderOutlineMarkdown(gateOutline(outcome, { unicode: true })),
    },
  ])
  const all = [...kept.flatMap(one => one.troubles), ...troubles]
  for (const trouble of all) stderr.say(`${trouble}\n`)
  return slowerOf(outcome.cases).length > 0 || all.length > 0 ? EXIT.failed : EXIT.done
}

function jsonText({ screening, confirmation, ...rest }: GateOutcome): string {
  const ids = { screening: screening.id, confirmation: confirmation?.id ?? null }
  return `${JSON.stringify({ schema: 'steelyard/gate@1', ...rest, ...ids }, null, 2)}\n`
}
