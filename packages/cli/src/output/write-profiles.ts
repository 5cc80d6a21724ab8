import { join } from 'node:path'
import type { ProfileFile } from '@steelyard/measure'
import { profileFolder, type RunRecord } from '@steelyard/record'
import { writeFor } from './write-for.ts'

/**
 * Writes the profiles that a record names: those of a run that ended early may be too few for it.
 *
 * @param option that names another place
 * @param folder of the record
 * @throws UsageError that names the first that could not be written
 */
export async function writeProfiles(
  option: string,
  folder: string,
  record: RunRecord,
  files: readonly ProfileFile[],
): Promise<void> {
  const all = record.profiles.flatMap(({ launches, native }) => [...launches, ...(native?.launches ?? [])])
  const named = new Set(all.flatMap(launch => launch.files.map(({ path }) => path)))
  for (const { name, content } of files) {
    const path = `${profileFolder(record)}/${name}`
    if (named.has(path)) await writeFor(option, join(folder, path), () => content)
  }
}
