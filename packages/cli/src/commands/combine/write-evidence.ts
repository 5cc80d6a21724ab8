import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CombinationRecord, combinationText } from '@steelyard/record'
import { combinationEvidence, renderOutlinesMarkdown } from '@steelyard/report'
import { writeFor } from '../../output/write-for.ts'

/**
 * Writes the evidence of a combination: `evidence.md`, `combination.json`, `ratios.svg`, and in `records` those that were
 * used, so that it can be computed again.
 *
 * @param files of the records, by their id
 * @throws UsageError that names the first that could not be written
 */
export async function writeCombinationEvidence(
  folder: string,
  combination: CombinationRecord,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const write = (name: string, text: string) => writeFor('--evidence', join(folder, name), () => [text])
  const { renderMachines } = await import('@steelyard/report/pictures')
  const taken = new Set<string>()
  for (const { id, file, use } of combination.records) {
    const path = files.get(id)
    if (use !== 'used' || path === undefined) continue
    const name = taken.has(file) ? `${id}-${file}` : file
    taken.add(name)
    await write(join('records', name), await readFile(path, 'utf8'))
  }
  await write('combination.json', combinationText(combination))
  await write('ratios.svg', renderMachines(combination))
  await write('evidence.md', renderOutlinesMarkdown(combinationEvidence(combination)))
}
