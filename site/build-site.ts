import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeSite } from './write-site.ts'

/** Every site has it. */
const MARK = 'scoreboard.html'

/**
 * Writes the site of a repository into a folder, whole or not at all: an older site there stays until the new one is done.
 *
 * @throws Error when something else is there, a link leads nowhere, or a record cannot be read
 */
export async function buildSite(root: string, folder: string): Promise<void> {
  await refuseOther(folder)
  const fresh = await folderBeside(folder)
  try {
    await chmod(fresh, 0o755)
    await writeSite(root, fresh)
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** On the same disk, so that it can take the place of the folder at once. */
async function folderBeside(folder: string): Promise<string> {
  try {
    await mkdir(dirname(folder), { recursive: true })
    return await mkdtemp(join(dirname(folder), '.site-'))
  } catch (cause) {
    throw new Error(`Cannot build the site in ${folder}.`, { cause })
  }
}

async function refuseOther(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (found === null) return
  const names = found.isDirectory() ? await readdir(folder) : null
  if (names === null || (names.length > 0 && !names.includes(MARK))) {
    throw new Error(`Cannot build the site in ${folder}: something else is there. Name an empty folder.`)
  }
}
