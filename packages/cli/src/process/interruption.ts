import { processStat } from '@steelyard/launcher/proc'
import { PROGRAM } from '@steelyard/text'
import { stderr } from '../output/streams.ts'

const PARENT_POLL_MS = 250

/** What a terminal sends to all of a job, the programs above may send on once more. */
const ECHO_MS = 250

/**
 * Watches for Ctrl-C, for a request to end, and for the death of the parent, which closes nothing by itself, until disposed of.
 * A second signal, when it is no echo of the first, ends the process at once; its exit hook kills the contenders.
 */
export function watchInterruption(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const ancestors = ancestorsInGroup()
  let firstAt = Number.POSITIVE_INFINITY
  const interrupt = () => {
    if (performance.now() - firstAt > ECHO_MS) process.exit(130)
    firstAt = Math.min(firstAt, performance.now())
    controller.abort()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of signals) process.on(name, interrupt)
  // A contender could stop this process by it, and after a pause of a person no time would mean what it says.
  process.on('SIGTSTP', ignorePause)
  const timer = setInterval(() => {
    if (!ancestors.every(({ pid, parent }) => parentOf(pid) === parent)) controller.abort()
  }, PARENT_POLL_MS)
  timer.unref()
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearInterval(timer)
      for (const name of signals) process.off(name, interrupt)
      process.off('SIGTSTP', ignorePause)
    },
  }
}

function ignorePause(): void {
  stderr.say(`A run cannot pause. Ctrl-C ends it, and '${PROGRAM} resume' goes on.\n`)
}

/**
 * Returns this process and its ancestors in its group, each with its parent. Package managers start a script through a
 * shell, so the parent alone is not enough; the process group is the terminal's job.
 */
function ancestorsInGroup() {
  const chain = [{ pid: process.pid, parent: process.ppid }]
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
