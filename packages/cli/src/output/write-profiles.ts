import { join } from 'node:path'
import type { ProfileFile } from '@steelyard/measure'
import { profileFolder, type RunRecord } from '@steelyard/record'
import { writeFor } from './write-for.ts'

/**
 * Writes the profiles that a record names.
 *
 * @param option that names another place
 * @param folder of the record
 * @throws WriteError that names the first that could not be written
 */
export async function writeProfiles(
  option: string,
  folder: string,
  record: RunRecord,
  files: readonly ProfileFile[],
): Promise<void> {
  for (const { name, content } of files) {
    await writeFor(option, join(folder, profileFolder(record), name), () => content)
  }
}
