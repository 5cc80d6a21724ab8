import { UsageError } from '@steelyard/measure'
import { writeWhole } from '@steelyard/record'
import { reasonOf } from '../process/reason-of.ts'
import { stdout } from './streams.ts'

/** A requested file could not be written; the message is for the user. */
export class WriteError extends UsageError {}

/**
 * Writes a file that an option asked for, whole or not at all.
 *
 * @param option that names another place
 * @param contentOf makes the pieces of its text, or its bytes
 * @throws WriteError in one sentence
 */
export async function writeFor(
  option: string,
  file: string,
  contentOf: () => Uint8Array | Iterable<string>,
): Promise<void> {
  try {
    await writeWhole(file, contentOf())
  } catch (error) {
    throw new WriteError(`Cannot write ${file}: ${reasonOf(error)}. Choose another place with ${option}.`, {
      cause: error,
    })
  }
}

/**
 * Writes a text where an option asked for it; - for standard output.
 *
 * @throws WriteError as `writeFor`
 */
export async function giveFor(option: string, file: string, text: string): Promise<void> {
  if (file === '-') await stdout.give(text)
  else await writeFor(option, file, () => [text])
}
