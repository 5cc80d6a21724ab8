import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Runner } from '@steelyard/runners'
import { hashBinary } from './binary-facts.ts'
import { linkedLibraries } from './linked-libraries.ts'

/** The library that holds the engine of a binary. */
interface EngineLibrary {
  /** The numbers after its name; null where it has none. */
  readonly version: string | null
  /** Returns one hash of the binary and of this library, in hexadecimal. */
  withBinary(sha256: string): string
}

/**
 * Finds the library that the dynamic linker gives to a binary that is only the front of an engine; null where the engine is in the
 * binary, and where no linker tells.
 */
export async function engineLibraryOf(
  { engineLibrary }: Runner,
  binary: string,
  directory: string,
): Promise<EngineLibrary | null> {
  if (engineLibrary === undefined) return null
  const files = await linkedLibraries(binary, directory)
  const found = files.find(file => engineLibrary.test(basename(file)))
  if (found === undefined) return null
  const file = await realpath(found)
  const sha256 = await hashBinary(file)
  return {
    version: /\.so\.([\d.]+)$/.exec(file)?.[1] ?? null,
    withBinary: other => createHash('sha256').update(`${other} ${sha256}`).digest('hex'),
  }
}
