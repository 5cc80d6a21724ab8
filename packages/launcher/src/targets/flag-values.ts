import { mkdir, writeFile } from 'node:fs/promises'
import { printedLines } from './printed-lines.ts'
import type { Target } from './resolve-target.ts'

const LIMIT_MS = 5000

/** Values of an engine's flags, by name. */
export type FlagValues = ReadonlyMap<string, string>

/**
 * Asks an engine for the values that all of its flags have once these are given, instead of the target's own.
 *
 * @param folder home of the binary, and the files that it needs
 * @param limitMs after which it is ended, and tells nothing
 * @returns null where it does not tell: older versions have no such list
 */
export async function flagValuesOf(
  { runner, binary, spec }: Target,
  flags: readonly string[],
  folder: string,
  limitMs = LIMIT_MS,
): Promise<FlagValues | null> {
  const { flagValues } = runner
  if (flagValues === null) return null
  await mkdir(folder, { recursive: true })
  const { environment } = spec
  const { files, ...command } = flagValues.command({ flags, environment, folder })
  for (const [file, text] of Object.entries(files ?? {})) await writeFile(file, text)
  const lines = await printedLines({ binary, ...command, directory: folder, limitMs })
  const values = (lines ?? []).flatMap(line => {
    const value = flagValues.valueOf(line)
    return value === null ? [] : [value]
  })
  return values.length === 0 ? null : new Map(values)
}
