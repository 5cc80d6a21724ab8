import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPinned, pinnedHere, type ResolveEvents } from '@steelyard/launcher/find-pinned'
import { runners } from '@steelyard/runners'
import { EXIT } from '../process/exit-code.ts'

export const COMMAND = fileURLToPath(new URL('installed.ts', import.meta.url))

/** Returns the binary of the Node that does the host's work, the pinned one; null while it is not on this machine. */
export async function hostNodeHere(): Promise<string | null> {
  return (await pinnedHere(runners.node))?.binary ?? null
}

/** Returns the pinned Node, which is fetched when it is not on this machine. LaunchError when it cannot be had. */
export async function hostNode(events: ResolveEvents): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'steelyard-host-'))
  try {
    return (await findPinned(runners.node, home, events)).binary
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Whether this process runs on it. */
export function isHost(binary: string): boolean {
  return realpathSync(binary) === realpathSync(process.execPath)
}

/** Runs the command on that Node with the streams and the signals of this process, and returns its exit code. */
export async function handOver(binary: string, args: readonly string[]): Promise<number> {
  const child = spawn(binary, [COMMAND, ...args], { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const sendOn = (signal: NodeJS.Signals) => child.kill(signal)
  for (const name of signals) process.on(name, sendOn)
  const [code, signal] = await once(child, 'exit')
  for (const name of signals) process.off(name, sendOn)
  if (signal !== null) process.kill(process.pid, signal)
  return code ?? EXIT.failed
}
