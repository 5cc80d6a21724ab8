import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it that are missing. The recursive `mkdir` of Node 26 never returns in `/proc`, where
 * a folder exists and takes none.
 *
 * @throws Error of the file system
 */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await makeOne(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolders(dirname(folder))
    await makeOne(folder)
  }
}

async function makeOne(folder: string): Promise<void> {
  await mkdir(folder).catch(async error => {
    const there = await stat(folder).catch(() => null)
    if (!there?.isDirectory()) throw error
  })
}
