import { combineRecords } from '@steelyard/analysis'
import { UsageError } from '@steelyard/measure'
import { combinationText } from '@steelyard/record'
import { renderCombination, renderCombinationMarkdown } from '@steelyard/report'
import type { Command } from 'commander'
import type { Select } from '../../options/invocation.ts'
import { positive } from '../../options/options.ts'
import { troublesOf } from '../../output/destinations.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { giveFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'
import { readContributions } from './read-contributions.ts'
import { writeCombinationEvidence } from './write-evidence.ts'

/** What to combine, and where to write what comes out. */
export interface CombineOptions {
  /** Files, folders and globs. */
  readonly sources: readonly string[]
  /** A fraction; null for that of the records. */
  readonly threshold: number | null
  /** Files to write, - for standard output, or null. */
  readonly json: string | null
  readonly markdown: string | null
  readonly html: string | null
  /** Folder, or null. */
  readonly evidence: string | null
}

/** The options as they are given. */
export interface RawCombineOptions {
  readonly threshold?: number
  readonly json?: string
  readonly markdown?: string
  readonly html?: string
  readonly evidence?: string
}

export function addCombineCommand(program: Command, select: Select): void {
  const command = program
    .command('combine')
    .description('say what the same comparison shows over several machines and hours')
    .usage('<record or folder…> [options]')
    .argument('<sources...>', 'records, folders of them, or globs: two records at least')
  withCombineOptions(command)
    .addHelpText('after', HELP)
    .action((sources: string[], raw: RawCombineOptions) => {
      const options: CombineOptions = { sources, ...combineOptionsOf(raw) }
      select({ command: 'combine', options, execute: () => combine(options) })
    })
}

/** Adds what a command can be told that combines records. */
export function withCombineOptions(command: Command): Command {
  return command
    .option(
      '--threshold <percent>',
      'smallest difference that matters (default: as in the records)',
      positive,
    )
    .option('--json <file>', 'also write everything to this file; - for standard output')
    .option('--markdown <file>', 'also write Markdown; - for standard output')
    .option('--html <file>', 'also write a page with charts; - for standard output')
    .option('--evidence <dir>', 'folder for evidence for a review: Markdown, records, chart')
}

export function combineOptionsOf(raw: RawCombineOptions): Omit<CombineOptions, 'sources'> {
  const { threshold, json = null, markdown = null, html = null, evidence = null } = raw
  return { threshold: threshold === undefined ? null : threshold / 100, json, markdown, html, evidence }
}

const HELP = `
A machine is an installation on a CPU; records of it that began within 2 hours
are one session. An answer needs a machine with two sessions. A record without
a cpuId counts for nothing. docs/history.md explains the rule.`

/**
 * Shows what records say together, and writes what was asked for.
 *
 * @throws UsageError where there is nothing to combine, or something could not be written
 */
export async function combine(options: CombineOptions): Promise<number> {
  const { sources, threshold, json, markdown, html, evidence } = options
  const toOutput = [json, markdown, html].filter(file => file === '-').length
  if (toOutput > 1) {
    throw new UsageError(
      'Cannot write JSON, Markdown and a page to standard output at once. Give all but one of them a file.',
    )
  }
  const { contributions, files, skipped } = await readContributions(sources)
  stderr.say(skipped.map(reason => `Skipped: ${reason}\n`).join(''))
  const combination = combineRecords(contributions, threshold)
  const people = toOutput > 0 ? stderr : stdout
  people.show(`${renderCombination(combination, terminalStyleOf(people))}\n`)
  const write = async (option: string, file: string, text: string) => {
    await giveFor(option, file, text)
    if (file !== '-') people.say(`Wrote ${shown(file)}\n`)
  }
  const troubles = await troublesOf([
    ...(json === null ? [] : [() => write('--json', json, combinationText(combination))]),
    ...(markdown === null
      ? []
      : [() => write('--markdown', markdown, renderCombinationMarkdown(combination))]),
    ...(html === null
      ? []
      : [
          async () => {
            const { renderCombinationHtml } = await import('@steelyard/report/pictures')
            await write('--html', html, renderCombinationHtml(combination))
          },
        ]),
    ...(evidence === null
      ? []
      : [
          async () => {
            await writeCombinationEvidence(evidence, combination, files)
            people.say(`Evidence: ${shown(evidence)}\n`)
          },
        ]),
  ])
  if (troubles.length > 0) throw new UsageError(troubles.join('\n'))
  return EXIT.done
}
