import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '@steelyard/measure'
import { TRIALS } from './run.ts'
import { score } from './score.ts'
import { markdownOf } from './table.ts'
import { readTrialFile } from './trial-file.ts'

/**
 * Writes the tables of a folder's trials next to them, as Markdown and JSON, and returns the Markdown.
 *
 * @throws UsageError where there are none; SyntaxError for a file that cannot be read
 */
export async function writeReport(folder: string): Promise<string> {
  const { headers, trials } = readTrialFile(join(folder, TRIALS))
  if (headers.length === 0) {
    throw new UsageError(
      `Cannot report on ${folder}: there are no trials in it. Name their folder with --out.`,
    )
  }
  const headlines = new Map(
    headers.flatMap(({ tools }) => tools).map(({ tool, headline }) => [tool, headline]),
  )
  const scored = score(trials, headlines)
  const markdown = markdownOf(headers, scored)
  await writeFile(join(folder, 'selfbench.md'), markdown)
  await writeFile(join(folder, 'selfbench.json'), `${JSON.stringify({ headers, score: scored }, null, 2)}\n`)
  return markdown
}
