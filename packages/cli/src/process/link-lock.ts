import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { processStat } from '@steelyard/launcher/proc'
import { lockError, openExisting } from './lock-file.ts'
import { reasonOf } from './reason-of.ts'
import type { TryLock } from './try-lock.ts'

interface Owner {
  readonly pid: number
  /** Differs for a later process with the same pid; null where the platform does not report it. */
  readonly startTicks: string | null
}

/** The state of the file that is the lock. */
interface LockState {
  readonly isOwn: boolean
  /** null when it is of no process, or of none that lives. */
  readonly owner: Owner | null
}

/**
 * Returns a lock that is a link, for where the kernel keeps none: a file that says which process has it, and whose word
 * counts only when it is of the same user. A dead process's lock is moved away.
 */
export function linkLockOf(file: string): TryLock {
  const own: Owner = { pid: process.pid, startTicks: processStat(process.pid)?.startTicks ?? null }
  return () => {
    if (take(file, own)) return () => rmSync(file, { force: true })
    const found = lockState(file)
    if (found === null || !found.isOwn) return null
    if (found.owner !== null) return { pid: found.owner.pid, isOwn: true, user: null }
    removeStale(file)
    return null
  }
}

/** A link is made or not made, in one step: two runs cannot both have it. Its draft has a name that nobody can guess. */
function take(file: string, own: Owner): boolean {
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, JSON.stringify(own), { flag: 'wx', mode: 0o644 })
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw lockError(file, reasonOf(error))
  } finally {
    rmSync(draft, { force: true })
  }
}

function lockState(file: string): LockState | null {
  const opened = openExisting(file, 2)
  if (opened === null) return null
  try {
    const isOwn = fstatSync(opened).uid === process.getuid?.()
    const owner = isOwn ? ownerIn(readFileSync(opened, 'utf8')) : null
    return { isOwn, owner: owner !== null && isAlive(owner) ? owner : null }
  } finally {
    closeSync(opened)
  }
}

function ownerIn(text: string): Owner | null {
  try {
    const { pid, startTicks } = JSON.parse(text)
    return Number.isInteger(pid) && pid > 0 ? { pid, startTicks } : null
  } catch {
    return null
  }
}

/** Moves a dead run's lock away; when another run was quicker and the lock is alive, it is put back. */
function removeStale(file: string): void {
  const moved = `${file}.${randomUUID()}.stale`
  try {
    renameSync(file, moved)
    if (lockState(moved)?.owner) linkSync(moved, file)
  } catch (error) {
    // Gone already, or another run was quicker.
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw lockError(file, reasonOf(error))
  }
  rmSync(moved, { force: true })
}

function isAlive({ pid, startTicks }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  return startTicks === null || startTicks === (processStat(pid)?.startTicks ?? null)
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
