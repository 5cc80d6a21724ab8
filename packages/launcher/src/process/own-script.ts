import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pinPrefix } from '../machine/affinity.ts'
import { lines } from './channel/lines.ts'
import { type Child, startChild } from './child.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { exitError } from './exit-error.ts'
import { LaunchError } from './launch-error.ts'

interface ScriptOptions {
  /** The core on which it runs; null for all. */
  readonly core: number | null
  /** Home of the process, made here. */
  readonly directory: string
}

/** A script of ours in a process of its own, which talks to this one by `host-socket.ts`. */
export interface OwnScript extends Child {
  write(line: string): void
  /** Resolves to the first line that it writes; null when it ends before. */
  readonly firstLine: Promise<string | null>
}

/** @param onLine receives every line that it writes */
export function startScript(
  file: URL,
  args: readonly string[],
  { core, directory }: ScriptOptions,
  onLine: (line: string) => void = () => {},
): OwnScript {
  mkdirSync(directory, { recursive: true })
  const child = startChild({
    file: process.execPath,
    args: [fileURLToPath(file), ...args],
    prefix: pinPrefix(core),
    environment: cleanEnvironment(directory),
    directory,
    control: true,
  })
  const { promise: firstLine, resolve } = Promise.withResolvers<string | null>()
  const take = (line: string) => {
    resolve(line)
    onLine(line)
  }
  child.control
    ?.setEncoding('utf8')
    .on('error', () => {})
    .on('data', lines(take))
  void child.exited.then(() => resolve(null))
  return { ...child, firstLine, write: line => void child.control?.write(`${line}\n`) }
}

/**
 * Returns the port on which a script listens that calls `listenForHost`.
 *
 * @param what the fault, where it ends before: a clause without a subject
 * @throws LaunchError
 */
export async function portOf(script: OwnScript, what: string): Promise<number> {
  const port = Number(await script.firstLine)
  if (port !== 0) return port
  const { message } = exitError(await script.exited, script.output())
  throw new LaunchError('crashed', `${what}: it ${message}`, script.output())
}
