import { fileURLToPath } from 'node:url'
import { pinPrefix } from '../machine/affinity.ts'
import { type Child, startChild } from './child.ts'
import { cleanStart } from './clean-environment.ts'
import { exitError } from './exit-error.ts'
import { LaunchError } from './launch-error.ts'
import type { LaunchOptions } from './launch-options.ts'

export type ScriptOptions = Pick<LaunchOptions, 'core' | 'directory'>

/** A script of ours in a process of its own, which ends with this one: see `host.ts`. */
export interface OwnScript<Message> extends Child {
  /** Resolves to the message that comes next; null when the script has ended. One at a time. */
  next(): Promise<Message | null>
}

/** Starts a script of ours, whose home is the directory, made here. */
export function startScript<Message>(
  file: URL,
  args: readonly string[],
  { core, directory }: ScriptOptions,
): OwnScript<Message> {
  let resolve = (_: Message) => {}
  const child = startChild({
    ...cleanStart(process.execPath, { args: [fileURLToPath(file), ...args] }, directory),
    prefix: pinPrefix(core),
    onMessage: message => resolve(message as Message),
  })
  const next = () => {
    const message = Promise.withResolvers<Message>()
    resolve = message.resolve
    return Promise.race([message.promise, child.exited.then(() => null)])
  }
  return { ...child, next }
}

/**
 * Returns the port on which a script listens that calls `listenForHost`.
 *
 * @param what the fault, where it ends before: a clause without a subject
 * @throws LaunchError
 */
export async function portOf(script: OwnScript<number>, what: string): Promise<number> {
  const port = await script.next()
  if (port !== null) return port
  const { message } = exitError(await script.exited, script.output())
  throw new LaunchError('crashed', `${what}: it ${message}`, script.output())
}
