import type { Command } from './command.ts'

/** How a binary is asked for the flags that it knows. */
export interface FlagList {
  /** Commands that print them; their input files are written into `folder`. */
  commands(folder: string): readonly Command[]
  /** Returns the flags in a printed line, without values; null for none. */
  flagsOf(line: string): readonly string[] | null
  /** Whether the binary silently ignores a flag that it does not know; absent where it ignores none. */
  ignoresUnknown?(flag: string): boolean
}

/** Reads the lists of V8, of Node and of Bun: flags stand at the beginning, indented, each with its values. */
export function indentedFlags(line: string): readonly string[] | null {
  const match = /^\s+((?:-{1,2}[\w-]+(?:=\S*)?(?:,\s+)?)+)/.exec(line)
  return match?.[1]?.match(/-{1,2}[\w-]+(?==|,|\s|$)/g) ?? null
}

export function plainCommand(...args: string[]): Command {
  return { args, environment: {} }
}
