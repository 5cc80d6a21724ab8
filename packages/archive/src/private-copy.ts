import { constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tables } from '@steelyard/record'
import type { Selection } from './archive.ts'
import { ArchiveError } from './archive-error.ts'
import { parquetName } from './chunk.ts'

/** The next command removes what is called so and was left over. */
const PRIVATE_COPY = 'question-'

/**
 * Does something with a copy of the chunks of a selection. DuckDB may write to every folder that it may read, so a question
 * never gets the archive itself. Where the file system shares blocks a copy takes no time.
 *
 * @param use gets the selection as it is in the copy, whose folder is removed afterwards
 * @throws ArchiveError where the copy does not fit on the disk
 */
export async function withPrivateCopy<T>(
  selection: Selection,
  use: (copy: Selection) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(selection.folder, PRIVATE_COPY)).catch(noCopy(selection))
  try {
    await copyChunks(selection, folder).catch(noCopy(selection))
    return await use({ ...selection, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copyChunks({ folder, chunks }: Selection, into: string): Promise<void> {
  for (const chunk of chunks) {
    await mkdir(join(into, chunk))
    for (const name of tables.map(parquetName)) {
      await copyFile(join(folder, chunk, name), join(into, chunk, name), constants.COPYFILE_FICLONE)
    }
  }
}

function noCopy({ folder }: Selection): (cause: Error) => never {
  return cause => {
    throw new ArchiveError(
      `Cannot copy the archive of records for this query: ${cause.message.split(',')[0]}. Make room on its disk, or remove ${folder}, which is made again.`,
      { cause },
    )
  }
}
