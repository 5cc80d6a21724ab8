import { type FSWatcher, statSync, watch } from 'node:fs'

/** Folders that are watched; those below them are not. */
export interface FolderWatch {
  /** Watches these folders and no others. One that is not there is looked for. */
  set(folders: Iterable<string>): void
  close(): void
}

/** What is written in several steps is one change: it is over when nothing happened for so long. */
const QUIET_MS = 100
const MISSING_POLL_MS = 1000

interface Watched {
  readonly watcher: FSWatcher
  readonly inode: number
}

/**
 * Calls `onChange` after something happened in the folders. Folders rather than files: an editor may put a new file in
 * the place of an old one, and the watch of a file stays with the old one.
 */
export function watchFolders(onChange: () => void): FolderWatch {
  const watched = new Map<string, Watched | null>()
  let timer: NodeJS.Timeout | undefined
  let poll: NodeJS.Timeout | undefined
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      renew()
      onChange()
    }, QUIET_MS)
  }
  /** A folder may have been made, removed, or made again. */
  function renew(): boolean {
    let isNew = false
    for (const [folder, before] of watched) {
      const inode = inodeOf(folder)
      if (before !== null && before.inode === inode) continue
      before?.watcher.close()
      const found = inode === null ? null : begin(folder, inode)
      watched.set(folder, found)
      isNew ||= found !== null
    }
    lookForMissing()
    return isNew
  }
  /** Polls only while a folder is missing: at other times a timer would wake a machine that measures. */
  function lookForMissing(): void {
    const isMissing = [...watched.values()].includes(null)
    if (!isMissing) {
      clearInterval(poll)
      poll = undefined
    }
    if (isMissing) poll ??= setInterval(() => renew() && schedule(), MISSING_POLL_MS)
  }
  function begin(folder: string, inode: number): Watched | null {
    try {
      const watcher = watch(folder, schedule)
      watcher.on('error', schedule)
      return { watcher, inode }
    } catch {
      return null
    }
  }
  return {
    set(folders) {
      const wanted = new Set(folders)
      for (const [folder, found] of watched) {
        if (wanted.has(folder)) continue
        found?.watcher.close()
        watched.delete(folder)
      }
      for (const folder of wanted) if (!watched.has(folder)) watched.set(folder, null)
      renew()
    },
    close() {
      clearTimeout(timer)
      clearInterval(poll)
      for (const found of watched.values()) found?.watcher.close()
      watched.clear()
    },
  }
}

function inodeOf(folder: string): number | null {
  const facts = statSync(folder, { throwIfNoEntry: false })
  return facts?.isDirectory() ? facts.ino : null
}
