import { processStat } from '@steelyard/launcher/proc'

/** A process and its parent when the watch began. */
interface Link {
  readonly pid: number
  readonly parent: number
}

/**
 * Returns a function that tells whether every ancestor in this process's group still lives. Package managers start
 * a script through a shell, so the parent alone is not enough; the process group is the terminal's job.
 */
export function watchAncestors(): () => boolean {
  const chain = chainUpwards()
  return () => chain.every(({ pid, parent }) => parentOf(pid) === parent)
}

function chainUpwards(): Link[] {
  const chain: Link[] = [{ pid: process.pid, parent: process.ppid }]
  const group = processStat(process.pid)?.group
  for (let parent = process.ppid; group !== undefined && processStat(parent)?.group === group; ) {
    const grandparent = parentOf(parent)
    if (grandparent === null) break
    chain.push({ pid: parent, parent: grandparent })
    parent = grandparent
  }
  return chain
}

function parentOf(pid: number): number | null {
  return pid === process.pid ? process.ppid : (processStat(pid)?.parent ?? null)
}
