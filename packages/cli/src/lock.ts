import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from './usage-error.ts'

const FILE = join(os.tmpdir(), 'steelyard.lock')
const POLL_MS = 500
const SHORT_POLL_MS = 5

interface Owner {
  readonly pid: number
  /** Tells a process from a later one with the same number; null where the platform does not say. */
  readonly startTicks: string | null
}

/**
 * Waits until no other run measures on this machine, and returns a function that lets the next one begin.
 *
 * @param onWait told once, with the process that is waited for
 */
export async function acquireLock(
  onWait: (pid: number) => void,
  signal: AbortSignal,
  file: string = FILE,
): Promise<() => void> {
  const own: Owner = { pid: process.pid, startTicks: startTicksOf(process.pid) }
  let told = false
  while (!signal.aborted) {
    if (take(file, own)) return () => rmSync(file, { force: true })
    const owner = readOwner(file)
    if (owner === null || !isAlive(owner)) {
      removeStale(file, own)
    } else if (!told) {
      onWait(owner.pid)
      told = true
    }
    await sleep(told ? POLL_MS : SHORT_POLL_MS, undefined, { signal }).catch(() => {})
  }
  return () => {}
}

/** A link is made or not made, in one step: two runs cannot both have it. */
function take(file: string, own: Owner): boolean {
  const draft = `${file}.${own.pid}`
  try {
    writeFileSync(draft, JSON.stringify(own))
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cannotLock(file, error)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves a dead run's lock away; when another run was quicker and the lock is alive, it is put back. */
function removeStale(file: string, own: Owner): void {
  const moved = `${file}.${own.pid}.stale`
  try {
    renameSync(file, moved)
    const owner = readOwner(moved)
    if (owner !== null && isAlive(owner)) linkSync(moved, file)
  } catch (error) {
    // Gone already, or another run was quicker.
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw cannotLock(file, error)
  }
  rmSync(moved, { force: true })
}

function cannotLock(file: string, error: unknown): UsageError {
  const reason = error instanceof Error ? error.message.split(',')[0] : String(error)
  return new UsageError(
    `Cannot keep other runs away: ${reason}. Remove ${file}, or set TMPDIR to a folder of your own.`,
  )
}

function readOwner(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return null
  }
}

function isAlive({ pid, startTicks }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return startTicks === null || startTicks === startTicksOf(pid)
}

/** Field 22 of /proc/<pid>/stat; the second field may hold spaces and parentheses. */
function startTicksOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
