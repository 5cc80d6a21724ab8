import { appendFile, stat, truncate } from 'node:fs/promises'
import { UsageError } from '@steelyard/measure'
import { writeWhole } from '@steelyard/record'
import { reasonOf } from '../process/reason-of.ts'
import { stdout } from './streams.ts'

/**
 * Writes a file that an option asked for, whole or not at all.
 *
 * @param option that names another place
 * @param contentOf makes the pieces of its text, or its bytes
 * @throws UsageError in one sentence
 */
export function writeFor(
  option: string,
  file: string,
  contentOf: () => Uint8Array | Iterable<string>,
): Promise<void> {
  return writing(option, file, () => writeWhole(file, contentOf()))
}

/** Does what writes a file that an option asked for. UsageError in one sentence. */
export async function writing(option: string, file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`Cannot write ${file}: ${reasonOf(error)}. Choose another place with ${option}.`, {
      cause: error,
    })
  }
}

/**
 * Writes a text where an option asked for it; - for standard output. The summary of a GitHub step is added to, since a
 * step may have several commands.
 *
 * @throws UsageError as `writeFor`
 */
export async function giveFor(option: string, file: string, text: string): Promise<void> {
  if (file === '-') await stdout.give(text)
  else if (file === process.env.GITHUB_STEP_SUMMARY) await addTo(file, `${text}\n`)
  else await writeFor(option, file, () => [text])
}

/** What was in the file stays where it cannot be added to. */
async function addTo(file: string, text: string): Promise<void> {
  const before = await stat(file).catch(() => null)
  try {
    await appendFile(file, text)
  } catch (error) {
    if (before !== null) await truncate(file, before.size).catch(() => {})
    throw new UsageError(`Cannot add to ${file}: ${reasonOf(error)}.`, { cause: error })
  }
}
