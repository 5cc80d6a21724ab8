import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { firstCharacters } from '@steelyard/harness/first-characters'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import { replyInLine } from '@steelyard/runners'
import { systemCalls } from '../../machine/system-calls.ts'
import type { Descriptors } from '../../referee/turns.ts'
import { LaunchError } from '../launch-error.ts'
import { withRemedy } from '../limits/os-limits.ts'
import { LONGEST_REPLY, PIECE_BYTES } from './exchange-limits.ts'
import { lines } from './lines.ts'
import { post } from './mailbox.ts'
import { openFrames } from './web-socket.ts'

/** The host's end of the protocol: whole messages, one JSON object each. */
export interface Channel {
  send(message: string): void
  /** Stops reading, so that another thread can; null where it cannot. */
  lend(): Descriptors | null
  /** Reads again. */
  takeBack(): void
  close(): void
}

const MESSAGE_LENGTH = 1000

/** The file that commands are written into, and where in it. */
export interface BytecodeFile {
  readonly file: string
  readonly mailbox: number
}

/** What hears of what comes over two named pipes. */
export interface PipeListeners {
  readonly onMessage: (message: string) => void
  /** Called for a reply without an end, and for a contender that reads no commands. */
  readonly onFailure: (error: LaunchError) => void
  /** Called for every line that is no reply, where these are the standard streams; absent where replies are alone. */
  readonly onOther?: (line: string) => void
}

/**
 * Opens the named pipe of the replies, and that of the commands or the file that they are written into. Pipes are opened for
 * reading and writing, so that neither opening nor reading can block.
 */
export function openPipes(
  replies: string,
  commands: string | BytecodeFile,
  { onMessage, onFailure, onOther }: PipeListeners,
): Channel {
  const bytecode = typeof commands === 'string' ? null : commands
  const output = openSync(
    typeof commands === 'string' ? commands : commands.file,
    constants.O_RDWR | constants.O_NONBLOCK,
  )
  const descriptors: Descriptors = {
    input: openSync(replies, constants.O_RDWR | constants.O_NONBLOCK),
    output,
    framing: onOther ? 'marked lines' : 'lines',
    ...(bytecode ? { mailbox: bytecode.mailbox } : {}),
  }
  const decoder = new TextDecoder()
  const received = (message: string) => {
    // Then it waits in its next output, until it is given a command.
    if (bytecode) input.pause()
    onMessage(message)
  }
  const feed = lines(onOther ? markedLines(received, onOther) : received, {
    characters: LONGEST_REPLY,
    onTooLong: () => onFailure(tooLong()),
  })
  const input = new Socket({
    fd: descriptors.input,
    // Only so does it stop reading at once when it pauses.
    onread: {
      buffer: new Uint8Array(PIECE_BYTES),
      callback: (count, buffer) => {
        feed(decoder.decode(buffer.subarray(0, count), { stream: true }))
        return true
      },
    },
  })
  input.resume()
  return {
    // A command is far below the 4 KB that a pipe takes at once.
    send(message) {
      if (bytecode) {
        post(output, bytecode.mailbox, message)
        input.resume()
        return
      }
      try {
        writeSync(output, `${message}\n`)
      } catch {
        onFailure(new LaunchError('crashed', 'does not read what it is told: its pipe is full'))
      }
    },
    lend() {
      input.pause()
      return descriptors
    },
    takeBack() {
      if (!input.destroyed && !bytecode) input.resume()
    },
    close() {
      closeSync(output)
      input.destroy()
    },
  }
}

/**
 * Opens a web socket to a loopback port. Rejects when the server does not accept it.
 *
 * @param onFailure called for a message without an end
 * @param onClose called when either side ends it
 */
export async function openWebSocket(
  port: number,
  onMessage: (message: string) => void,
  onFailure: (error: LaunchError) => void,
  onClose: () => void,
): Promise<Channel> {
  const descriptor = systemCalls()?.connect(port) ?? null
  if (descriptor === null) return openPlainWebSocket(port, onMessage, onClose)
  const socket = await openFrames(descriptor, port, {
    onText: onMessage,
    onClose,
    onTooLong: () => onFailure(tooLong()),
  })
  return {
    send: socket.send,
    lend() {
      socket.pause()
      return { input: descriptor, output: descriptor, framing: 'web socket' }
    },
    takeBack: socket.resume,
    close: socket.close,
  }
}

/** One whose descriptor cannot be lent. */
async function openPlainWebSocket(
  port: number,
  onMessage: (message: string) => void,
  onClose: () => void,
): Promise<Channel> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
  socket.addEventListener('message', event => onMessage(String(event.data)))
  socket.addEventListener('close', onClose)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`no web socket on port ${port}`)))
  })
  return {
    send: message => socket.send(message),
    lend: () => null,
    takeBack() {},
    close: () => socket.close(),
  }
}

/** Returns what takes every line of a shell, and passes on the replies among them. */
export function markedLines(
  onReply: (text: string) => void,
  onOther: (line: string) => void = () => {},
): (line: string) => void {
  return line => {
    const reply = replyInLine(line)
    if (reply === null) onOther(line)
    else onReply(reply)
  }
}

export function tooLong(): LaunchError {
  return new LaunchError('crashed', 'wrote over 32 MB in one reply')
}

/** The end of a named pipe on which a server reports its port. */
export interface PortPipe {
  readonly stream: Readable
  close(): void
}

/** Opens a named pipe to read from, for reading and writing, so that opening cannot block. */
export function openPortPipe(file: string): PortPipe {
  const stream = new Socket({ fd: openSync(file, constants.O_RDWR | constants.O_NONBLOCK) })
  return { stream, close: () => stream.destroy() }
}

/**
 * Resolves to the port that a server reports, workerd on its control descriptor and the others on their pipe.
 *
 * @throws LaunchError when it reports that it could not start
 */
export async function listeningPort(control: Readable): Promise<number> {
  return (await listeningPorts(control)).port
}

/** Loopback ports of a process. */
export interface Ports {
  readonly port: number
  /** null where no inspector was asked for. workerd reports it first. */
  readonly inspectorPort: number | null
}

/**
 * Resolves to the ports that a process reports.
 *
 * @throws LaunchError when it reports that it could not start
 */
export function listeningPorts(control: Readable): Promise<Ports> {
  return new Promise((resolve, reject) => {
    let inspectorPort: number | null = null
    const feed = lines(line => {
      const { event, port, message } = eventOf(line)
      if (event === 'listen-inspector' && isPort(port)) inspectorPort = port
      if (event === 'listen' && isPort(port)) resolve({ port, inspectorPort })
      if (event === 'failed') {
        reject(
          new LaunchError(
            'failed',
            `did not start: ${withRemedy(firstCharacters(String(message), MESSAGE_LENGTH))}`,
          ),
        )
      }
    })
    control.setEncoding('utf8')
    control.on('data', feed)
    control.on('error', () => {})
  })
}

/** Ignores other lines: the process may have written them itself. */
function eventOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const event: unknown = parseWellFormed(line)
    return typeof event === 'object' && event !== null ? (event as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

function isPort(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < 65536
}
