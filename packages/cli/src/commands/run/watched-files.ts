import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { watchFolders } from '../../process/watch-folders.ts'

/** Files whose content is watched. */
export interface WatchedFiles {
  /** Watches these files; what changed before they were watched counts from now on. */
  set(files: readonly string[]): Promise<void>
  /** Resolves to the files that have another content than when they were set, sorted; keeps waiting while none has. */
  changed(signal: AbortSignal): Promise<readonly string[]>
  close(): void
}

/** Watches files by their content: one that is saved unchanged, or only touched, has not changed. */
export function watchFiles(): WatchedFiles {
  const hashes = new Map<string, string>()
  let wake = () => {}
  const folders = watchFolders(() => wake())
  async function changes(): Promise<string[]> {
    const found: string[] = []
    for (const [file, before] of hashes) if ((await hashOf(file)) !== before) found.push(file)
    return found.sort()
  }
  return {
    async set(files) {
      folders.set(files.map(file => dirname(file)))
      hashes.clear()
      for (const file of files) hashes.set(file, await hashOf(file))
    },
    async changed(signal) {
      while (!signal.aborted) {
        const woken = new Promise<void>(resolve => {
          wake = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
        const found = await changes()
        if (found.length > 0) return found
        await woken
      }
      return []
    },
    close: () => folders.close(),
  }
}

/** Empty for a file that is not there. */
async function hashOf(file: string): Promise<string> {
  const content = await readFile(file).catch(() => null)
  return content === null ? '' : createHash('sha256').update(content).digest('hex')
}
