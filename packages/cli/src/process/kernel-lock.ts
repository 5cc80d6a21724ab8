import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cFunctions } from '@steelyard/launcher/c-functions'
import { isStillThere, openLockFile } from './lock-file.ts'
import { holderOf } from './lock-holder.ts'
import type { TryLock } from './try-lock.ts'

// From <sys/file.h>, alike on Linux and macOS.
const LOCK_EX = 2
const LOCK_NB = 4

/**
 * Returns a lock that the kernel keeps, `flock(2)`, which it gives back itself when its holder dies; null where it
 * cannot be asked for one (without `node:ffi`, or on a file system without locks).
 */
export function kernelLockOf(file: string): TryLock | null {
  const { flock } = cFunctions('flock') ?? {}
  if (flock === undefined || !isLockable(dirname(file), flock)) return null
  return () => {
    const opened = openLockFile(file)
    if (opened === null) return null
    const isLocked = flock(opened, LOCK_EX | LOCK_NB) === 0
    if (isLocked && isStillThere(opened, file)) return () => release(opened, file)
    // What was locked can be a file that its last holder has just removed.
    const holder = isLocked ? null : holderOf(fstatSync(opened, { bigint: true }), dirname(file))
    closeSync(opened)
    return holder
  }
}

/** Removes the file first: another process that opened it before finds its path gone, and tries again. */
function release(opened: number, file: string): void {
  try {
    if (isStillThere(opened, file)) rmSync(file, { force: true })
  } catch {
    // Only the user who made the file may remove it: it stays, unlocked.
  }
  closeSync(opened)
}

type Flock = (file: number, operation: number) => number

/** A refused lock gives no reason; a test file shows whether this folder has locks at all. */
function isLockable(folder: string, flock: Flock): boolean {
  const file = join(folder, `steelyard-${randomUUID()}.lock`)
  let opened: number
  try {
    opened = openSync(file, 'wx')
  } catch {
    // Making the lock itself reports what is wrong with the folder.
    return true
  }
  try {
    return flock(opened, LOCK_EX | LOCK_NB) === 0
  } finally {
    closeSync(opened)
    rmSync(file, { force: true })
  }
}
