import { combineRecords } from '@steelyard/analysis'
import { UsageError } from '@steelyard/measure'
import { combinationText } from '@steelyard/record'
import { renderCombination, renderCombinationMarkdown } from '@steelyard/report'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { parsed, type ValuesOf } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { percent } from '../../options/numbers.ts'
import { optionsOf } from '../../options/table.ts'
import { troublesOf } from '../../output/destinations.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { peopleOf, writeResults } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { readContributions } from './read-contributions.ts'
import { writeCombinationEvidence } from './write-evidence.ts'

/** What commands that combine records take. */
export const COMBINE_OPTIONS = {
  threshold: parsed('--threshold <percent>', percent, {
    help: 'smallest difference that matters (default: as in the records)',
  }),
  ...optionsOf('combine'),
} as const

/** What to combine, and where to write what comes out. */
export interface CombineOptions extends ValuesOf<typeof COMBINE_OPTIONS> {
  /** Files, folders and globs. */
  readonly sources: readonly string[]
}

export function addCombineCommand(program: Command, select: Select): void {
  const command = program
    .command('combine')
    .description('show what the same comparison shows over several machines and hours')
    .usage('<record or folder…> [options]')
    .argument('<sources...>', 'records, folders of them, or globs: two records at least')
    .addHelpText('after', HELP)
  const given = addOptions(command, COMBINE_OPTIONS)
  command.action((sources: string[]) => {
    const options: CombineOptions = { sources, ...given() }
    select({ command: 'combine', options, execute: () => combine(options) })
  })
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
  const { sources, threshold, json, markdown, html, evidenceFolder } = options
  const { contributions, files, skipped } = await readContributions(sources)
  stderr.say(skipped.map(reason => `Skipped: ${reason}\n`).join(''))
  const combination = combineRecords(contributions, threshold)
  const people = peopleOf(json, markdown, html)
  people.show(`${renderCombination(combination, terminalStyleOf(people))}\n`)
  const writeEvidence = async (folder: string) => {
    await writeCombinationEvidence(folder, combination, files)
    people.say(`Evidence: ${shown(folder)}\n`)
  }
  const troubles = [
    ...(await writeResults([
      { option: '--json', file: json, textOf: () => combinationText(combination) },
      { option: '--markdown', file: markdown, textOf: () => renderCombinationMarkdown(combination) },
      {
        option: '--html',
        file: html,
        async textOf() {
          const { renderCombinationHtml } = await import('@steelyard/report/pictures')
          return renderCombinationHtml(combination)
        },
      },
    ])),
    ...(evidenceFolder === null ? [] : await troublesOf([() => writeEvidence(evidenceFolder)])),
  ]
  if (troubles.length > 0) throw new UsageError(troubles.join('\n'))
  return EXIT.done
}
