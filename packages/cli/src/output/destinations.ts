import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type ProfileFile, UsageError } from '@steelyard/measure'
import { makeFolders, type RunRecord, recordText, validateRecord } from '@steelyard/record'
import { evidenceOutline, renderMarkdown, renderOutlineMarkdown } from '@steelyard/report'
import type { RunOutput } from '../options/run-options.ts'
import { reasonOf } from '../process/reason-of.ts'
import { keepRecord } from './keep-record.ts'
import { writeFor } from './write-for.ts'
import { writeProfiles } from './write-profiles.ts'
import { pictures, troublesOf, writesOf } from './write-results.ts'

/** What GitHub takes: as the summary of a step, and as a comment, of which it counts the characters. */
export const MARKDOWN_BYTES = { summary: 1024 * 1024, comment: 65_536 } as const

type Destinations = Pick<RunOutput, 'save' | 'out' | 'json' | 'markdown' | 'evidenceFolder'>

/** Checks that results can be written, before minutes of measuring. UsageError names the folder and the reason. */
export async function checkDestinations({
  save = false,
  out = '',
  json = null,
  markdown = null,
  html = null,
  evidenceFolder = null,
}: Partial<Destinations & { readonly html: string | null }>): Promise<void> {
  const files = [json, markdown, html].filter(file => file !== null && file !== '-')
  if (files.includes('')) {
    throw new UsageError(
      'Cannot write a file without a name: --json, --markdown or --html is empty. Name a file.',
    )
  }
  const folders = [
    ...(save ? [out] : []),
    ...files.map(file => dirname(resolve(file ?? ''))),
    ...(evidenceFolder === null ? [] : [evidenceFolder]),
  ]
  for (const folder of folders) {
    try {
      await makeFolders(folder)
      await access(folder, constants.W_OK)
    } catch (error) {
      throw new UsageError(
        `Cannot write to ${folder}: ${reasonOf(error)}. Choose another place with --out, --json, --markdown, --html or --evidence.`,
      )
    }
  }
  for (const file of files) {
    const found = await stat(file ?? '').catch(() => null)
    if (found?.isDirectory()) {
      throw new UsageError(`Cannot write ${file}: it is a folder. Name a file in it.`)
    }
  }
}

export interface Kept {
  /** Where the record was saved; null when not wanted, or not possible. */
  readonly file: string | null
  /** Whether evidence was wanted and is there. */
  readonly hasEvidence: boolean
  /** One sentence for each that failed. */
  readonly troubles: readonly string[]
  /** Whether a requested result was not written anywhere; a record saved elsewhere counts as written. */
  readonly isIncomplete: boolean
}

/** Writes a record to all destinations, the rest also when one fails; profiles into a folder next to it. */
export async function keep(
  record: RunRecord,
  { save, out, json, markdown, evidenceFolder: evidence }: Destinations,
  profiles: readonly ProfileFile[] = [],
): Promise<Kept> {
  const { file, trouble } = save ? await keepRecord(record, out) : { file: null, trouble: null }
  const results = writesOf(
    { json, markdown },
    {
      json: () => recordText(validateRecord(record)),
      markdown: () => renderMarkdown(record, MARKDOWN_BYTES.summary),
    },
    true,
  )
  const failures = await troublesOf([
    ...(file === null ? [] : [() => writeProfiles('--out', dirname(file), record, profiles)]),
    ...results,
  ])
  const evidenceFailures =
    evidence === null ? [] : await troublesOf([() => writeEvidence(evidence, record, profiles)])
  return {
    file,
    hasEvidence: evidence !== null && evidenceFailures.length === 0,
    troubles: [...(trouble === null ? [] : [trouble]), ...failures, ...evidenceFailures],
    isIncomplete: (save && file === null) || failures.length + evidenceFailures.length > 0,
  }
}

/**
 * Writes the evidence of a comparison: `evidence.md`, `record.json` and `ratios.svg`; where stacks were sampled, a
 * `difference.svg` for each pair, from the second on with its number, and a folder of profiles.
 *
 * @throws UsageError that names the first of them that could not be written, once the others were tried
 */
async function writeEvidence(
  folder: string,
  record: RunRecord,
  profiles: readonly ProfileFile[],
): Promise<void> {
  const write = (name: string, contentOf: () => string) =>
    writeFor('--evidence', join(folder, name), () => [contentOf()])
  const { renderDifferences, renderForest } = await pictures()
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
