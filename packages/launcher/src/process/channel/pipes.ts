import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { replyInLine } from '@steelyard/runners'
import type { Descriptors } from '../../referee/turns.ts'
import { LaunchError } from '../launch-error.ts'
import { type Channel, onRead, tooLong } from './channel.ts'
import { lines } from './lines.ts'
import { post } from './mailbox.ts'

/** What hears of what comes over two named pipes. */
interface PipeListeners {
  readonly onMessage: (message: string) => void
  /** Called for a reply without an end, and for a contender that reads no commands. */
  readonly onFailure: (error: LaunchError) => void
  /** Called for every line that is no reply, where these are the standard streams; absent where replies are alone. */
  readonly onOther?: (line: string) => void
}

/**
 * Opens the named pipe of the replies, and that of the commands or the file that they are written into. Pipes are opened for
 * reading and writing, so that neither opening nor reading can block.
 *
 * @param mailbox where in the file of the commands they are written; null for a pipe
 */
export function openPipes(
  replies: string,
  commands: string,
  mailbox: number | null,
  { onMessage, onFailure, onOther }: PipeListeners,
): Channel {
  const output = openSync(commands, constants.O_RDWR | constants.O_NONBLOCK)
  const descriptors: Descriptors = {
    input: openSync(replies, constants.O_RDWR | constants.O_NONBLOCK),
    output,
    framing: onOther ? 'marked lines' : 'lines',
    ...(mailbox === null ? {} : { mailbox }),
  }
  const decoder = new TextDecoder()
  const received = (message: string) => {
    // A paused process waits in its next output, until it is given a command.
    if (mailbox !== null) input.pause()
    onMessage(message)
  }
  const feed = lines(onOther ? markedLines(received, onOther) : received, () => onFailure(tooLong()))
  const input = new Socket({
    fd: descriptors.input,
    onread: onRead(piece => feed(decoder.decode(piece, { stream: true }))),
  })
  input.resume()
  return {
    // A command is far below the 4 KB that a pipe takes at once.
    send(message) {
      if (mailbox !== null) {
        post(output, mailbox, message)
        input.resume()
        return
      }
      try {
        writeSync(output, `${message}\n`)
      } catch {
        onFailure(new LaunchError('crashed', 'does not read its commands: its pipe is full'))
      }
    },
    lend() {
      input.pause()
      return descriptors
    },
    takeBack() {
      if (!input.destroyed && mailbox === null) input.resume()
    },
    close() {
      closeSync(output)
      input.destroy()
    },
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
