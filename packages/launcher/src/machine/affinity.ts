import { findExecutable } from './executables.ts'
import { processStatus, threadIds } from './proc.ts'
import { threadMover } from './system-calls.ts'

/** Returns the numbers of the cores this process may run on; empty where the platform does not report them. */
export function allowedCores(list = processStatus('self', 'Cpus_allowed_list')): number[] {
  if (!list) return []
  return list.split(',').flatMap(part => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** Whether processes can be pinned to one core here: Linux with util-linux. */
export function canPin(): boolean {
  return allowedCores().length > 0 && findExecutable('taskset') !== null
}

/** Returns the words before a command line that start it inside a mask of one core, or of several; none for null. */
export function pinPrefix(core: number | readonly number[] | null): string[] {
  const list = [core ?? []].flat()
  const taskset = list.length === 0 ? null : findExecutable('taskset')
  return taskset === null ? [] : [taskset, '--cpu-list', list.join(',')]
}

const TRIES = 3

/**
 * Moves every thread of a process to the given cores; threads it starts later inherit them.
 *
 * @throws Error where the kernel refuses
 */
export async function moveProcess(pid: number, cores: readonly number[]): Promise<void> {
  const move = cores.length === 0 ? null : threadMover(cores)
  if (move === null) return
  const moved = new Set<number>()
  // A thread that was started meanwhile may have been started by one that was not yet moved.
  for (let tries = 0; tries < TRIES; tries++) {
    const left = threadIds(pid).filter(thread => !moved.has(thread))
    if (left.length === 0 && moved.size > 0) return
    for (const thread of left) if (move(thread)) moved.add(thread)
  }
  if (moved.size > 0 && threadIds(pid).every(thread => moved.has(thread))) return
  throw new Error(`Cannot move process ${pid} to the cores ${cores.join(', ')}: the kernel refuses.`)
}
