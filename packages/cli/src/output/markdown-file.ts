import { appendFile, stat, truncate } from 'node:fs/promises'
import type { RunRecord } from '@steelyard/record'
import { renderMarkdown } from '@steelyard/report'
import { reasonOf } from '../process/reason-of.ts'
import { giveFor, WriteError } from './write-for.ts'

/** What GitHub takes: as the summary of a step, and as a comment, of which it counts the characters. */
export const MOST_BYTES = { summary: 1024 * 1024, comment: 65_536 } as const

/**
 * Writes the report of records as Markdown; - for standard output. The summary of a GitHub step is added to, since a
 * step may have several commands.
 *
 * @throws WriteError when it cannot be written: what was in the file stays
 */
export async function writeMarkdown(
  file: string,
  records: RunRecord | readonly RunRecord[],
  mostBytes: number = MOST_BYTES.summary,
): Promise<void> {
  const text = renderMarkdown(records, mostBytes)
  if (file !== '-' && file === process.env.GITHUB_STEP_SUMMARY) await addTo(file, `${text}\n`)
  else await giveFor('--markdown', file, text)
}

async function addTo(file: string, text: string): Promise<void> {
  const before = await stat(file).catch(() => null)
  try {
    await appendFile(file, text)
  } catch (error) {
    if (before !== null) await truncate(file, before.size).catch(() => {})
    throw new WriteError(`Cannot add to ${file}: ${reasonOf(error)}.`, { cause: error })
  }
}
