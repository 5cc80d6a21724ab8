import { join } from 'node:path'
import type { ProfileFile } from '@steelyard/measure'
import { type RunRecord, recordText, validateRecord } from '@steelyard/record'
import { evidenceOutline, renderOutlineMarkdown } from '@steelyard/report'
import { writeFor } from './write-for.ts'
import { writeProfiles } from './write-profiles.ts'

/**
 * Writes the evidence of a comparison: `evidence.md`, `record.json` and `ratios.svg`; where stacks were sampled, a
 * `difference.svg` for each pair, from the second on with its number, and a folder of profiles.
 *
 * @throws UsageError that names the first of them that could not be written, once the others were tried
 */
export async function writeEvidence(
  folder: string,
  record: RunRecord,
  profiles: readonly ProfileFile[] = [],
): Promise<void> {
  const write = (name: string, contentOf: () => string) =>
    writeFor('--evidence', join(folder, name), () => [contentOf()])
  const { renderDifferences, renderForest } = await import('@steelyard/report/pictures')
  const forest = renderForest(record)
  const written = await Promise.allSettled([
    write('record.json', () => recordText(validateRecord(record))),
    ...(forest === null ? [] : [write('ratios.svg', () => forest)]),
    ...renderDifferences(record).map((svg, index) =>
      write(index === 0 ? 'difference.svg' : `difference-${index + 1}.svg`, () => svg),
    ),
    write('evidence.md', () => renderOutlineMarkdown(evidenceOutline(record))),
    writeProfiles('--evidence', folder, record, profiles),
  ])
  const failed = written.find(each => each.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
