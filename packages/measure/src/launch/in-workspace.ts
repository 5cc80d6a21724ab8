import { allowedCores, killAll, moveProcess } from '@steelyard/launcher'
import { Workspace } from './workspace.ts'

/** Runs a task with a workspace of its own; null when it failed because the signal came. */
export async function inWorkspace<T>(
  signal: AbortSignal,
  work: (workspace: Workspace) => Promise<T | null>,
): Promise<T | null> {
  const cores = allowedCores()
  const workspace = await Workspace.open()
  const onAbort = () => void killAll()
  signal.addEventListener('abort', onAbort)
  try {
    return await work(workspace)
  } catch (error) {
    // A process that an interruption killed did not fail.
    if (signal.aborted) return null
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
    await killAll()
    // The host was moved between cores; the next run in this process must find it on all of them.
    await moveProcess(process.pid, cores)
    await workspace.close()
  }
}
