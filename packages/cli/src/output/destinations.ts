import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type ProfileFile, UsageError } from '@steelyard/measure'
import { makeFolders, type RunRecord, recordText, validateRecord } from '@steelyard/record'
import { renderMarkdown } from '@steelyard/report'
import type { RunOutput } from '../options/run-options.ts'
import { reasonOf } from '../process/reason-of.ts'
import { writeEvidence } from './evidence.ts'
import { keepRecord } from './keep-record.ts'
import { writeProfiles } from './write-profiles.ts'
import { troublesOf, writesOf } from './write-results.ts'

/** What GitHub takes: as the summary of a step, and as a comment, of which it counts the characters. */
export const MARKDOWN_BYTES = { summary: 1024 * 1024, comment: 65_536 } as const

/** Where the results of a run go. */
export type Destinations = Pick<RunOutput, 'save' | 'out' | 'json' | 'markdown'> &
  Partial<Pick<RunOutput, 'evidenceFolder'>>

/**
 * Checks that the results can be written, before minutes of measuring.
 *
 * @throws UsageError that names the folder and the reason
 */
export async function checkDestinations({
  save = false,
  out = '',
  json = null,
  markdown = null,
  evidenceFolder = null,
}: Partial<Destinations>): Promise<void> {
  const files = [json, markdown].filter(file => file !== null && file !== '-')
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
        `Cannot write to ${folder}: ${reasonOf(error)}. Choose another place with --out, --json, --markdown or --evidence.`,
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

/** Which results of a record were written. */
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

/**
 * Writes a record to all destinations, the rest also when one fails.
 *
 * @param profiles are kept in a folder next to it
 */
export async function keep(
  record: RunRecord,
  { save, out, json, markdown, evidenceFolder: evidence = null }: Destinations,
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
