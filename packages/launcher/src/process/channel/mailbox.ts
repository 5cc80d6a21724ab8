import { randomInt } from 'node:crypto'
import { readFileSync, writeSync } from 'node:fs'
import { findMailbox, LONGEST_COMMAND, mailOf } from '@steelyard/runners'
import { LaunchError } from '../launch-error.ts'
import { MOST_ID } from './channel.ts'

/**
 * Returns where the mailbox of a shell is in its bytecode.
 *
 * @throws LaunchError where it cannot be found
 */
export function mailboxIn(bytecode: string): number {
  const at = findMailbox(readFileSync(bytecode))
  if (at === null) throw new LaunchError('start', 'keeps numbers of its bytecode in an unknown form')
  return at
}

/** Writes a command where the shell finds it once its output is read on; throws LaunchError for one that is too long. */
export function post(descriptor: number, mailbox: number, message: string): void {
  if (message.length > LONGEST_COMMAND) {
    throw new LaunchError('failed', `cannot be given a command of ${message.length} characters`)
  }
  for (const { bytes, offset } of mailOf(message, randomInt(1, MOST_ID))) {
    writeSync(descriptor, bytes, 0, bytes.length, mailbox + offset)
  }
}
