import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TRIALS } from './run.ts'
import { score } from './score.ts'
import { markdownOf } from './table.ts'
import { readTrialFile } from './trial-file.ts'

/** Writes the tables of a folder's trials next to them, as Markdown and JSON, and returns the Markdown. */
export async function writeReport(folder: string): Promise<string> {
  const { headers, trials } = await readTrialFile(join(folder, TRIALS))
  const headlines = new Map(
    headers.flatMap(({ tools }) => tools).map(({ tool, headline }) => [tool, headline]),
  )
  const scored = score(trials, headlines)
  const markdown = markdownOf(headers, scored)
  await writeFile(join(folder, 'selfbench.md'), markdown)
  await writeFile(join(folder, 'selfbench.json'), `${JSON.stringify({ headers, score: scored }, null, 2)}\n`)
  return markdown
}
