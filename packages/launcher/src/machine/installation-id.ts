import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolders } from '@steelyard/record/make-folders'
import { userFolder } from '../cache/user-folder.ts'

/** In the folder of what is kept: the cache may be removed at any time, or restored on another machine. */
function idFile(): string {
  return userFolder('XDG_STATE_HOME', 'installation-id')
}

/**
 * Returns the random id of this installation, made when there is none: it says nothing of a machine or a person, and
 * separates records of one machine from those of several. null where it can be neither read nor kept.
 */
export async function installationId(file = idFile()): Promise<string | null> {
  return (await idIn(file)) ?? (await keep(file, false))
}

/** Gives this installation another id, which no earlier record has; null where it cannot be kept. */
export function resetInstallationId(file = idFile()): Promise<string | null> {
  return keep(file, true)
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

async function idIn(file: string): Promise<string | null> {
  const text = await textIn(file)
  return text !== null && ID.test(text) ? text : null
}

function textIn(file: string): Promise<string | null> {
  return readFile(file, 'utf8').then(
    text => text.trim(),
    () => null,
  )
}

/** A link fails where the file is there already: of two that begin at once both get the id of the first. */
async function keep(file: string, isReset: boolean): Promise<string | null> {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    await makeFolders(dirname(file))
    await writeFile(temporary, `${randomUUID()}\n`)
    const before = await textIn(file)
    const isDamaged = before !== null && !ID.test(before)
    if (isReset || isDamaged) await rename(temporary, file)
    else await link(temporary, file).catch(() => {})
    return await idIn(file)
  } catch {
    return null
  } finally {
    await rm(temporary, { force: true }).catch(() => {})
  }
}
