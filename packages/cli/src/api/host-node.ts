import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PinnedBuild, pinnedBuild } from '@steelyard/launcher/pinned-build'
import { runners } from '@steelyard/runners'

const COMMAND = fileURLToPath(new URL('installed.ts', import.meta.url))

/**
 * Returns the Node that does the host's work: the pinned one.
 *
 * @throws LaunchError in one sentence when its package is not installed
 */
export function hostNode(): PinnedBuild {
  return pinnedBuild(runners.node)
}

/** Whether this process runs on it. */
export function isHost({ binary }: PinnedBuild): boolean {
  return realpathSync(binary) === realpathSync(process.execPath)
}

/** Starts the command on that Node. */
export function startCommand(
  { binary }: PinnedBuild,
  args: readonly string[],
  stdio: 'inherit' | ['ignore', 'pipe', 'pipe'],
): ChildProcess {
  return spawn(binary, [COMMAND, ...args], { stdio })
}

/** Runs the command on that Node with the streams, the signals and the exit code of this process. */
export async function handOver(node: PinnedBuild, args: readonly string[]): Promise<void> {
  const child = startCommand(node, args, 'inherit')
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const sendOn = (signal: NodeJS.Signals) => child.kill(signal)
  for (const name of signals) process.on(name, sendOn)
  const [code, signal] = await once(child, 'exit')
  for (const name of signals) process.off(name, sendOn)
  if (signal === null) process.exitCode = code
  else process.kill(process.pid, signal)
}
