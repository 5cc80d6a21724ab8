import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kernelLockOf } from './kernel-lock.ts'
import { linkLockOf } from './link-lock.ts'
import { lockError } from './lock-file.ts'
import { holderText } from './lock-holder.ts'
import type { Release } from './try-lock.ts'

// One for all users of the machine who have the same TMPDIR. A folder of one's own is the way round a lock that others
// keep, so no second lock elsewhere binds those who have one.
const FILE = join(os.tmpdir(), 'steelyard.lock')
const POLL_MS = 500
const SHORT_POLL_MS = 5
/** A holder may end, or start, during the search for it. */
const UNKNOWN_FOR_MS = 1000
/** Another user's process may hold the lock for as long as it likes, but is waited for only so long. */
const OTHERS_MS = 10 * 60_000

/**
 * Waits until no other run measures on this machine, and returns a function that lets the next one begin. A process of
 * the same user is waited for as long as it takes, another one for ten minutes.
 *
 * @param onWait called once with the process it waits for, by pid (0 if unknown) and in words
 * @param othersMs how long another user's process is waited for
 * @throws UsageError at once when something that is no lock has its name, and when others hold it for too long
 */
export async function acquireLock(
  onWait: (pid: number, holder: string) => void,
  signal: AbortSignal,
  file: string = FILE,
  othersMs: number = OTHERS_MS,
): Promise<Release> {
  const tryLock = kernelLockOf(file) ?? linkLockOf(file)
  const beganMs = performance.now()
  let isReported = false
  let othersSinceMs: number | null = null
  while (!signal.aborted) {
    const found = tryLock()
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
