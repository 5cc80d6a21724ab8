import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export type Readings = ReadonlyMap<string, Awaited<ReturnType<typeof readingOf>>>

const POLL_MS = 500
/** What is written in several steps is one change: it is over by then. */
const QUIET_MS = 100

/** Reads files; those that are not there may be made later. */
export async function readingsOf(files: readonly string[]): Promise<Readings> {
  return new Map(await Promise.all(files.map(async file => [file, await readingOf(file)] as const)))
}

/**
 * Waits for files to have another content than before, and returns them; none when the signal came. One that is saved unchanged,
 * or only touched, has not changed.
 */
export async function changedSince(before: Readings, signal: AbortSignal): Promise<readonly string[]> {
  for (;;) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return []
    const changed: string[] = []
    for (const [file, { stamp, hash }] of before) {
      if ((await stampOf(file)) !== stamp && (await readingOf(file)).hash !== hash) changed.push(file)
    }
    if (changed.length === 0) continue
    await sleep(QUIET_MS)
    return changed
  }
}

/** Returns what a file holds; both are empty where it does not exist. */
async function readingOf(file: string) {
  const stamp = await stampOf(file)
  const content = await readFile(file).catch(() => null)
  return { stamp, hash: content === null ? '' : hash('sha256', content) }
}

async function stampOf(file: string): Promise<string> {
  const facts = await stat(file).catch(() => null)
  return facts === null ? '' : `${facts.ino} ${facts.mtimeMs} ${facts.size}`
}
