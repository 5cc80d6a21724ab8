import { join } from 'node:path'
import { firstCharacters } from '@steelyard/harness/first-characters'
import type { Command, CommandOptions, Runner } from '@steelyard/runners'
import { pinPrefix } from '../machine/affinity.ts'
import { findExecutable } from '../machine/executables.ts'
import { makeNamedPipes } from '../machine/named-pipes.ts'
import { systemCalls } from '../machine/system-calls.ts'
import { type Channel, tooLong } from './channel/channel.ts'
import type { Conversation } from './channel/conversation.ts'
import { mailboxIn } from './channel/mailbox.ts'
import { openPipes } from './channel/pipes.ts'
import { listeningPorts } from './channel/ports.ts'
import { openFrames } from './channel/web-socket.ts'
import { type Child, type ChildOptions, endWithin, startChild } from './child.ts'
import { cleanStart } from './clean-environment.ts'
import { confinementPrefix } from './confinement.ts'
import { exitError } from './exit-error.ts'
import { LaunchError } from './launch-error.ts'
import type { LaunchOptions } from './launch-options.ts'

/** Makes the contender's folder, its pipes and files, and starts the process. */
export async function startContender(
  options: LaunchOptions,
  conversation: Conversation,
): Promise<{ child: Child; pipes: Channel | null }> {
  const { target, directory, entry, bundle, compatibilityDate, core, trace, confinement } = options
  const { runner, spec, binary } = target
  const pipes = { commands: join(directory, 'commands'), replies: join(directory, 'replies') }
  const { environment } = spec
  const flags = [
    ...(trace?.flags ?? []),
    ...(options.isMapped ? (runner.codeMapFlags ?? []) : []),
    ...(options.hasPlainFrames ? (runner.plainFrameFlags ?? []) : []),
    ...spec.flags,
  ]
  const command = commandOf(runner, {
    ...{ entry, bundle: bundle.file, flags, environment, pipes, compatibilityDate },
    ...(bundle.scriptFile === undefined ? {} : { script: bundle.scriptFile }),
    isInspected: options.isProfiled === true,
    isOffline: confinement?.hasNetwork === false,
  })
  const started = cleanStart(binary, command, join(directory, 'home'))
  const files = [entry, bundle.file, ...(bundle.scriptFile === undefined ? [] : [bundle.scriptFile])]
  const isSocket = runner.channel === 'websocket'
  const hasStreams = runner.channel === 'streams' || runner.channel === 'bytecode'
  if (!isSocket) makeNamedPipes([pipes.commands, pipes.replies])
  if (command.compileArgs) await compileBytecode({ ...started, args: command.compileArgs })
  const { bytecode } = command
  const mailbox = bytecode === undefined ? null : mailboxIn(bytecode)
  return {
    pipes: isSocket
      ? null
      : openPipes(pipes.replies, bytecode ?? pipes.commands, mailbox, {
          onMessage: conversation.receive,
          onFailure: error => conversation.fail(error),
          ...(hasStreams ? { onOther: trace?.onLine ?? (() => {}) } : {}),
        }),
    child: startChild({
      ...started,
      prefix: [
        ...pinPrefix(core),
        ...(trace ? lineByLine() : []),
        ...confinementPrefix(target, directory, files, confinement),
      ],
      ...(trace ? { onLine: trace.onLine } : {}),
      control: isSocket,
      ...(hasStreams ? { streams: { input: bytecode ? null : pipes.commands, output: pipes.replies } } : {}),
    }),
  }
}

/** Throws LaunchError `unsupported` where the runtime cannot be given the bundle. */
function commandOf(runner: Runner, options: CommandOptions): Command {
  try {
    return runner.command(options)
  } catch (error) {
    throw error instanceof SyntaxError ? new LaunchError('unsupported', error.message) : error
  }
}

/** Without stdbuf a runtime's output waits until its buffer is full. */
function lineByLine(): string[] {
  const stdbuf = findExecutable('stdbuf')
  return stdbuf === null ? [] : [stdbuf, '--output=L']
}

/** Opens the web socket once the process listens, or rejects when it ends before. */
export async function connect(
  child: Child,
  conversation: Conversation,
  hello: Promise<unknown>,
  ended: () => void,
): Promise<{ readonly channel: Channel; readonly inspectorPort: number | null }> {
  const open = async () => {
    if (child.control === null) throw new LaunchError('start', 'has no control descriptor')
    const { port, inspectorPort } = await listeningPorts(child.control)
    const channel = await openFrames(systemCalls()?.connect(port) ?? null, port, {
      onText: conversation.receive,
      onClose: ended,
      onTooLong: () => conversation.fail(tooLong()),
    })
    return { channel, inspectorPort }
  }
  const lost = new Promise<never>((_, reject) => hello.catch(reject))
  return Promise.race([open(), lost])
}

const LIMIT_MS = 60_000
const MESSAGE_LENGTH = 300

/**
 * Runs a shell once to compile what it is started from.
 *
 * @throws LaunchError `unsupported` for a script that it cannot read, in its own words; where it does not end, or ends badly
 */
async function compileBytecode(options: ChildOptions): Promise<void> {
  const child = startChild(options)
  const exit = await endWithin(child, LIMIT_MS)
  if (exit.isLate)
    throw new LaunchError('timeout', `did not compile within ${LIMIT_MS / 1000} s`, child.output())
  if (exit.code === 0) return
  const [, message, line = ''] = /: error: (.*)\n(.*)/.exec(child.output()) ?? []
  if (message === undefined) throw exitError(exit, child.output())
  const excerpt = firstCharacters(line.trim(), MESSAGE_LENGTH)
  throw new LaunchError('unsupported', `cannot be compiled: ${message} (${excerpt})`, child.output())
}
