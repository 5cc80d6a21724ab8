import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ProfileFile } from '@steelyard/measure'
import { UsageError } from '@steelyard/measure'
import { makeFolders, type RunRecord, recordText, validateRecord } from '@steelyard/record'
import type { RunOutput } from '../options/run-options.ts'
import { reasonOf } from '../process/reason-of.ts'
import { writeEvidence } from './evidence.ts'
import { keepRecord } from './keep-record.ts'
import { writeMarkdown } from './markdown-file.ts'
import { stdout } from './streams.ts'
import { writeFor } from './write-for.ts'
import { writeProfiles } from './write-profiles.ts'

/** Where the results of a command go. */
export type Destinations = Pick<RunOutput, 'dryRun' | 'save' | 'out' | 'json' | 'markdown'> &
  Partial<Pick<RunOutput, 'evidenceFolder'>>

/**
 * Checks that the results can be written, before minutes of measuring.
 *
 * @throws UsageError that names the folder and the reason
 */
export async function checkDestinations({
  dryRun,
  save,
  out,
  json,
  markdown,
  evidenceFolder = null,
}: Destinations): Promise<void> {
  if (dryRun) return
  if (json === '-' && markdown === '-') {
    throw new UsageError(
      'Cannot write JSON and Markdown to standard output at once. Give one of them a file.',
    )
  }
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
  const failures = await troublesOf([
    ...(file === null ? [] : [() => writeProfiles('--out', dirname(file), record, profiles)]),
    ...(json === null ? [] : [() => writeJson(json, record)]),
    ...(markdown === null ? [] : [() => writeMarkdown(markdown, record)]),
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

/** Makes all writes, in order, and returns a sentence for each that failed. */
export async function troublesOf(writes: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const troubles: string[] = []
  for (const write of writes) {
    try {
      await write()
    } catch (error) {
      troubles.push(
        error instanceof UsageError ? error.message : `Cannot write all of it: ${reasonOf(error)}.`,
      )
    }
  }
  return troubles
}

async function writeJson(file: string, record: RunRecord): Promise<void> {
  if (file === '-') await stdout.give(recordText(record))
  else await writeFor('--json', file, () => [recordText(validateRecord(record))])
}
