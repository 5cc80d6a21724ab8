import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { combineRecords } from '@steelyard/analysis'
import { type CombinationRecord, combinationText } from '@steelyard/record'
import {
  combinationEvidence,
  combinationPage,
  renderOutlines,
  renderOutlinesMarkdown,
} from '@steelyard/report'
import { defineCommand } from '../../options/define-command.ts'
import { parsed, type ValuesOf } from '../../options/entry.ts'
import { percent } from '../../options/numbers.ts'
import { optionsOf } from '../../options/table.ts'
import { fileWord } from '../../output/file-word.ts'
import { shown } from '../../output/shown-path.ts'
import { writeFor } from '../../output/write-for.ts'
import { allDone, peopleOf, pictures, sayAll, writesOf } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { readContributions } from './read-contributions.ts'

export const COMBINE_OPTIONS = {
  threshold: parsed('--threshold <percent>', percent, {
    help: 'smallest difference that matters (default: as in the records)',
  }),
  ...optionsOf('combine'),
} as const

export interface CombineOptions extends ValuesOf<typeof COMBINE_OPTIONS> {
  /** Files, folders and globs. */
  readonly sources: readonly string[]
}

export const addCombineCommand = defineCommand({
  name: 'combine',
  description: 'combine records of the same comparison from several machines and hours',
  usage: '<record or folder…> [options]',
  words: { '<sources...>': 'records, folders of them, or globs: two records at least' },
  options: COMBINE_OPTIONS,
  help: `
A machine is an installation on a CPU; records of it that began within 2 hours
are one session. An answer needs a machine with two sessions. A record without
a cpuId counts for nothing. docs/history.md explains the rule.`,
  asked: (given, sources): CombineOptions => ({ ...given, sources }),
  execute: combine,
})

/** Shows what records say together, and writes what was asked for. UsageError where there is nothing to combine. */
export async function combine(options: CombineOptions): Promise<number> {
  const { sources, threshold, json, markdown, html, evidenceFolder } = options
  const { contributions, files, skipped } = await readContributions(sources)
  sayAll(skipped.map(reason => `Skipped: ${reason}`))
  const combination = combineRecords(contributions, threshold)
  const people = peopleOf(json, markdown, html)
  const page = combinationPage(combination)
  people.show(`${renderOutlines(page, people.style)}\n`)
  const writeEvidence = async (folder: string) => {
    await writeCombinationEvidence(folder, combination, files)
    people.say(`Evidence: ${shown(folder)}\n`)
  }
  const results = writesOf(
    { json, markdown, html },
    {
      json: () => combinationText(combination),
      markdown: () => renderOutlinesMarkdown(page),
      html: async () => (await pictures()).renderOutlinesHtml(page),
    },
  )
  const evidence = evidenceFolder === null ? [] : [() => writeEvidence(evidenceFolder)]
  return (await allDone([...results, ...evidence])) ? EXIT.done : EXIT.usage
}

/**
 * Writes the evidence of a combination: `evidence.md`, `combination.json`, `ratios.svg`, and in `records` those that were
 * used, so that it can be computed again.
 *
 * @param files of the records, by their id
 * @throws UsageError that names the first that could not be written
 */
async function writeCombinationEvidence(
  folder: string,
  combination: CombinationRecord,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const write = (name: string, text: string) => writeFor('--evidence', join(folder, name), () => [text])
  const { renderMachines } = await pictures()
  const taken = new Set<string>()
  for (const { id, file, use } of combination.records) {
    const path = files.get(id)
    if (use !== 'used' || path === undefined) continue
    const name = taken.has(file) ? `${fileWord(id)}-${file}` : file
    taken.add(name)
    await write(join('records', name), await readFile(path, 'utf8'))
  }
  await write('combination.json', combinationText(combination))
  await write('ratios.svg', renderMachines(combination))
  await write('evidence.md', renderOutlinesMarkdown(combinationEvidence(combination)))
}
