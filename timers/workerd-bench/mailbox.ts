import type { Command } from '@steelyard/harness/protocol'

/** The name under which the worker finds the folder it shares with the host. */
export const MAILBOX = 'mailbox'

/** Files in that folder: the commands, and the worker's replies. */
export const FILES = {
  request: 'request.json',
  prepared: 'prepared.json',
  rechecked: 'rechecked.json',
} as const

/** Names of what the worker registers. */
export const CASE = 'case'
export const RECHECK = 'recheck'

export interface BenchRequest {
  readonly prepare: Extract<Command, { type: 'prepare' }>
  readonly timeMs: number
}
