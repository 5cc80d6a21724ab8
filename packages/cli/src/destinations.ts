import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type RunRecord, recordName, recordText, writeRecord } from '@steelyard/store'
import { writeEvidence } from './evidence.ts'
import { writeMarkdown } from './markdown-file.ts'
import type { RunOptions } from './run-options.ts'
import { UsageError } from './usage-error.ts'

/** Where the results of a command go. */
export type Destinations = Pick<RunOptions, 'dryRun' | 'save' | 'out' | 'json' | 'markdown'> &
  Partial<Pick<RunOptions, 'compare'>>

/**
 * Finds out before minutes of measuring whether their result can be written.
 *
 * @throws UsageError that names the folder and the reason
 */
export async function checkDestinations({
  dryRun,
  save,
  out,
  json,
  markdown,
  compare,
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
    ...(compare?.evidenceFolder ? [compare.evidenceFolder] : []),
  ]
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    } catch (error) {
      const reason = error instanceof Error ? error.message.split(',')[0] : String(error)
      throw new UsageError(
        `Cannot write to ${folder}: ${reason}. Choose another place with --out, --json, --markdown or --evidence.`,
      )
    }
  }
}

/** Writes a record to where it was wanted. Returns the file it is kept in, or null when none was wanted. */
export async function keep(
  record: RunRecord,
  { save, out, json, markdown, compare }: Destinations,
): Promise<string | null> {
  const file = save ? join(out, recordName(record)) : null
  if (file !== null) await writeRecord(file, record)
  if (json === '-') process.stdout.write(recordText(record))
  else if (json !== null) await writeRecord(json, record)
  if (markdown !== null) await writeMarkdown(markdown, record)
  if (compare?.evidenceFolder) await writeEvidence(compare.evidenceFolder, record)
  return file
}
