import { processStat } from '@steelyard/launcher/proc'

/** One link of the chain upwards: a process and who its parent was. */
interface Link {
  readonly pid: number
  readonly parent: number
}

/**
 * Returns a function that tells whether every ancestor in this process's group still lives. Package managers start
 * a script through a shell, so it is not enough to look at the parent; the group is the job as the terminal has it.
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
