import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { replyInLine } from '@steelyard/runners'
import type { Descriptors } from '../../referee/turns.ts'
import { LaunchError } from '../launch-error.ts'
import { type Channel, LONGEST_REPLY, PIECE_BYTES, tooLong } from './channel.ts'
import { lines } from './lines.ts'

/** What hears of what comes over two named pipes. */
interface PipeListeners {
  readonly onMessage: (message: string) => void
  /** Called for a reply without an end, and for a contender that reads no commands. */
  readonly onFailure: (error: LaunchError) => void
  /** Called for every line that is no reply, where these are the standard streams; absent where replies are alone. */
  readonly onOther?: (line: string) => void
}

/**
 * Opens the named pipes of the replies and of the commands, for reading and writing, so that neither opening nor reading can
 * block.
 */
export function openPipes(
  replies: string,
  commands: string,
  { onMessage, onFailure, onOther }: PipeListeners,
): Channel {
  const output = openSync(commands, constants.O_RDWR | constants.O_NONBLOCK)
  const descriptors: Descriptors = {
    input: openSync(replies, constants.O_RDWR | constants.O_NONBLOCK),
    output,
    framing: onOther ? 'marked lines' : 'lines',
  }
  const decoder = new TextDecoder()
  const feed = lines(onOther ? markedLines(onMessage, onOther) : onMessage, {
    characters: LONGEST_REPLY,
    onTooLong: () => onFailure(tooLong()),
  })
  const input = new Socket({
    fd: descriptors.input,
    // With this option it stops reading at once when it pauses.
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
      if (!input.destroyed) input.resume()
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
