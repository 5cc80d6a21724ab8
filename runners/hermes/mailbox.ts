import { LENGTH, SEQUENCE, TEXT } from './read-mail.ts'

/**
 * A shell that reads nothing takes its commands from a list of numbers in its own bytecode. The file is mapped, so what the host
 * writes into it is what the list is made of the next time. In slots of 8 bytes: four numbers by which it is found, a number that
 * changes with every command, the length of the command, and its UTF-16 units.
 */

const SIGNS = [1234567.125, 7654321.375, 2345678.625, 8765432.875]
const SLOTS = 2048
const SLOT_BYTES = 8

/** In UTF-16 units. */
export const LONGEST_COMMAND: number = SLOTS - TEXT

/** Returns the text of the list, for a script. Every number has a fraction: the compiler stores whole ones in fewer bytes. */
export function mailboxText(): string {
  return `[${[...SIGNS, ...Array<number>(SLOTS - SIGNS.length).fill(0.5)]}]`
}

/** Returns where the list begins in bytecode; null where it is not there once. */
export function findMailbox(bytecode: Buffer): number | null {
  const signs = doubles(SIGNS)
  const at = bytecode.indexOf(signs)
  const isWhole = at >= 0 && at + SLOTS * SLOT_BYTES <= bytecode.length
  return isWhole && bytecode.indexOf(signs, at + 1) < 0 ? at : null
}

/**
 * Returns what is written for one command, the text first: the sequence says that it is there.
 *
 * @param sequence another one than that of the command before
 * @returns offsets from the beginning of the list
 */
export function mailOf(text: string, sequence: number): readonly { bytes: Buffer; offset: number }[] {
  const units = Array.from(text, (_, index) => text.charCodeAt(index))
  return [
    { bytes: doubles([units.length, ...units]), offset: LENGTH * SLOT_BYTES },
    { bytes: doubles([sequence]), offset: SEQUENCE * SLOT_BYTES },
  ]
}

function doubles(numbers: readonly number[]): Buffer {
  return Buffer.from(Float64Array.from(numbers).buffer)
}
