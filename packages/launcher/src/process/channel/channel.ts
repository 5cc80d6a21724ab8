import type { Descriptors } from '../../referee/turns.ts'
import { LaunchError } from '../launch-error.ts'

/** The host's end of the protocol: whole messages, one JSON object each. */
export interface Channel {
  send(message: string): void
  /** Stops reading, so that another thread can; null where it cannot. */
  lend(): Descriptors | null
  /** Reads again. */
  takeBack(): void
  close(): void
}

export function tooLong(): LaunchError {
  return new LaunchError('crashed', 'wrote over 32 MB in one reply')
}
