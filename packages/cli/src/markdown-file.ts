import { appendFile, writeFile } from 'node:fs/promises'
import { renderMarkdown } from '@steelyard/report'
import type { RunRecord } from '@steelyard/store'

/** What GitHub takes: as the summary of a step, and as a comment, of which it counts the characters. */
export const MOST_BYTES = { summary: 1024 * 1024, comment: 65_536 } as const

/**
 * Writes the report of records as Markdown; - for standard output. The summary of a GitHub step is added to, since a
 * step may have several commands.
 */
export async function writeMarkdown(
  file: string,
  records: RunRecord | readonly RunRecord[],
  mostBytes: number = MOST_BYTES.summary,
): Promise<void> {
  const text = renderMarkdown(records, mostBytes)
  if (file === '-') process.stdout.write(text)
  else if (file === process.env.GITHUB_STEP_SUMMARY) await appendFile(file, `${text}\n`)
  else await writeFile(file, text)
}
