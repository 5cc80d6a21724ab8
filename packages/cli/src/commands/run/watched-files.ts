import { createHash } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Files whose content is watched. */
export interface WatchedFiles {
  /** Watches these files and no others. */
  set(files: readonly string[]): Promise<void>
  /** Resolves to the files that have another content than when they were set, sorted; keeps waiting while none has. */
  changed(signal: AbortSignal): Promise<readonly string[]>
  close(): void
}

/** What is written in several steps is one change: it is over when nothing happened for so long. */
const QUIET_MS = 100
const MISSING_POLL_MS = 1000

/**
 * Watches files by their content: one that is saved unchanged, or only touched, has not changed. An editor may put a new file
 * in the place of an old one, so their folders are watched.
 */
export function watchFiles(): WatchedFiles {
  const hashes = new Map<string, string>()
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  let wake = () => {}
  const wakeIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => wake(), ms)
  }
  function close(): void {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
  /** A folder may have been removed, or made again. */
  function renew(): void {
    close()
    const onEvent = () => wakeIn(QUIET_MS)
    const folders = [...new Set([...hashes.keys()].map(file => dirname(file)))]
    watchers = folders.flatMap(folder => {
      try {
        return [watch(folder, onEvent).on('error', onEvent)]
      } catch {
        return []
      }
    })
    // Only then: at other times a timer would wake a machine that measures.
    if (watchers.length < folders.length) wakeIn(MISSING_POLL_MS)
  }
  return {
    async set(files) {
      hashes.clear()
      for (const file of files) hashes.set(file, await hashOf(file))
    },
    async changed(signal) {
      while (!signal.aborted) {
        const woken = new Promise<void>(resolve => {
          wake = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
        renew()
        const found: string[] = []
        for (const [file, before] of hashes) if ((await hashOf(file)) !== before) found.push(file)
        if (found.length > 0) return found.sort()
        await woken
      }
      return []
    },
    close,
  }
}

/** Empty for a file that is not there. */
async function hashOf(file: string): Promise<string> {
  const content = await readFile(file).catch(() => null)
  return content === null ? '' : createHash('sha256').update(content).digest('hex')
}
