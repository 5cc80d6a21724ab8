import { type BigIntStats, closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync } from 'node:fs'
import os from 'node:os'
import { dirname } from 'node:path'
import { UsageError } from '@steelyard/measure/usage-error'
import { reasonOf } from './reason-of.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants

/** All users may open it, only its owner may write to it. */
const MODE = 0o644

/**
 * Opens the file that is locked, or makes it, without following a link; null when it went away meanwhile. What is in it
 * is never read: any user may have made it.
 *
 * @throws UsageError when it is no plain file, or may not be opened
 */
export function openLockFile(file: string): number | null {
  try {
    const made = openSync(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, MODE)
    fchmodSync(made, MODE)
    return made
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw lockError(file, reasonOf(error))
  }
  return openExisting(file)
}

function openExisting(file: string): number | null {
  // The kernel refuses O_CREAT for a file of another user in a folder such as /tmp.
  let found: number
  try {
    found = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw lockError(file, describe(file, error))
  }
  const wrong = notALock(fstatSync(found, { bigint: true }))
  if (wrong === null) return found
  closeSync(found)
  throw lockError(file, `${file} ${wrong}`)
}

export function isStillThere(opened: number, file: string): boolean {
  try {
    const [was, is] = [fstatSync(opened, { bigint: true }), lstatSync(file, { bigint: true })]
    return was.ino === is.ino && was.dev === is.dev && is.isFile()
  } catch {
    return false
  }
}

export function lockError(file: string, found: string): UsageError {
  const variable = dirname(file) === os.tmpdir() ? 'TMPDIR' : 'XDG_CACHE_HOME'
  return new UsageError(
    `Cannot keep other runs away: ${found}. Remove ${file}, or set ${variable} to a folder of your own.`,
  )
}

/** Returns why this is no file that can be a lock, after its name; null when it is one. */
function notALock(stats: BigIntStats): string | null {
  if (stats.isDirectory()) return 'is a folder'
  if (stats.isSymbolicLink()) return 'is a link'
  if (!stats.isFile()) return 'is no plain file'
  // A second name could be that of a user's data.
  return stats.nlink > 1n ? 'has a second name' : null
}

function describe(file: string, error: unknown): string {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  const wrong = stats === undefined ? null : notALock(stats)
  return wrong === null ? `${file} may not be opened (${codeOf(error)})` : `${file} ${wrong}`
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
