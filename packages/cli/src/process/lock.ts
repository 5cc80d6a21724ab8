import { closeSync, fstatSync, rmSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cFunctions } from '@steelyard/launcher/c-functions'
import { UsageError } from '@steelyard/measure/usage-error'
import { isStillThere, lockError, openLockFile } from './lock-file.ts'
import { type Holder, holderOf, holderText } from './lock-holder.ts'

type Release = () => void

// One for all users of the machine who have the same TMPDIR. A folder of one's own is the way round a lock that others
// keep, so no second lock elsewhere binds those who have one.
const FILE = join(os.tmpdir(), 'steelyard.lock')
const POLL_MS = 500
const SHORT_POLL_MS = 5
/** A holder may end, or start, during the search for it. */
const UNKNOWN_FOR_MS = 1000
/** Another user's process may hold the lock for as long as it likes, but is waited for only so long. */
const OTHERS_MS = 10 * 60_000

// From <sys/file.h>, alike on Linux and macOS.
const LOCK_EX = 2
const LOCK_NB = 4

/**
 * Waits until no other run measures on this machine, and returns a function that lets the next one begin. A process of
 * the same user is waited for as long as it takes, another one for ten minutes. The kernel keeps the lock (`flock(2)`) and
 * gives it back when its holder dies.
 *
 * @param onWait called once with the process it waits for, by pid (0 if unknown) and in words
 * @param othersMs how long another user's process is waited for
 * @throws UsageError at once when something that is no lock has its name or this Node cannot lock files, and when others
 *   hold it for too long
 */
export async function acquireLock(
  onWait: (pid: number, holder: string) => void,
  signal: AbortSignal,
  file: string = FILE,
  othersMs: number = OTHERS_MS,
): Promise<Release> {
  const beganMs = performance.now()
  let isReported = false
  let othersSinceMs: number | null = null
  while (!signal.aborted) {
    const found = tryLock(file)
    if (typeof found === 'function') return found
    const nowMs = performance.now()
    othersSinceMs = found?.isOwn ? null : (othersSinceMs ?? nowMs)
    if (othersSinceMs !== null && nowMs - othersSinceMs > othersMs) {
      throw lockError(file, `${holderText(found)} has held ${file} for too long`)
    }
    const pid = found?.pid ?? 0
    if (!isReported && (pid > 0 || nowMs - beganMs > UNKNOWN_FOR_MS)) {
      onWait(pid, holderText(found))
      isReported = true
    }
    await sleep(isReported ? Math.min(POLL_MS, othersMs) : SHORT_POLL_MS, undefined, { signal }).catch(
      () => {},
    )
  }
  return () => {}
}

/** Tries once: returns a function that releases the lock, else who has it; null where that is unknown. */
export function tryLock(file: string): Release | Holder | null {
  const { flock } = cFunctions('flock') ?? {}
  if (flock === undefined) {
    throw new UsageError('Cannot keep other runs away: this Node has no node:ffi. Use the pinned Node.')
  }
  const opened = openLockFile(file)
  if (opened === null) return null
  const isLocked = flock(opened, LOCK_EX | LOCK_NB) === 0
  if (isLocked && isStillThere(opened, file)) return () => release(opened, file)
  // What was locked can be a file that its last holder has just removed.
  const holder = isLocked ? null : holderOf(fstatSync(opened, { bigint: true }).ino, dirname(file))
  closeSync(opened)
  return holder
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
