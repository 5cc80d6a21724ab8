import type { Command } from './command.ts'

/** How the flags that a binary knows are asked of it. */
export interface FlagList {
  /** Commands that print them; what they need is written into `folder`. */
  commands(folder: string): readonly Command[]
  /** Returns the flags that a printed line tells of, without values; null for none. */
  flagsOf(line: string): readonly string[] | null
  /** Whether the binary says nothing of a flag that it does not know, and runs without it. */
  ignoresUnknown(flag: string): boolean
}

/** Reads the lists of V8, of Node and of Bun: flags stand at the beginning, indented, each with its values. */
export function indentedFlags(line: string): readonly string[] | null {
  const match = /^\s+((?:-{1,2}[\w-]+(?:=\S*)?(?:,\s+)?)+)/.exec(line)
  return match?.[1]?.match(/-{1,2}[\w-]+(?==|,|\s|$)/g) ?? null
}

export function plainCommand(...args: string[]): Command {
  return { args, environment: {}, files: {} }
}
