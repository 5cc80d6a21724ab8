import type { OnReadOpts } from 'node:net'
import type { Descriptors } from '../../referee/turns.ts'
import { LaunchError } from '../launch-error.ts'

/** The number of a command is below this one. */
export const MOST_ID = 2 ** 47

/** Hundreds of times the longest reply: all calls of a case, or the text of a large app. */
export const LONGEST_REPLY = 32e6

/** What a pipe holds: as much is read at once. */
export const PIECE_BYTES = 65536

/** The host's end of the protocol: whole messages, one JSON object each. */
export interface Channel {
  send(message: string): void
  /** Stops reading, so that another thread can; null where it cannot. */
  lend(): Descriptors | null
  /** Reads again. */
  takeBack(): void
  close(): void
}

/** Has a socket hand over what it reads by pieces: with this option it stops reading at once when it pauses. */
export function onRead(take: (piece: Uint8Array) => void): OnReadOpts {
  return {
    buffer: new Uint8Array(PIECE_BYTES),
    callback(count, buffer) {
      take(buffer.subarray(0, count))
      return true
    },
  }
}

export function tooLong(): LaunchError {
  return new LaunchError('crashed', 'wrote over 32 MB in one reply')
}
