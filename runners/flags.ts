import type { Command, TargetOptions } from './command.ts'

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

/** How an engine is asked for the values that all of its flags have once those of a target are given. */
export interface FlagValues {
  command(options: FlagValuesOptions): Command
  /** Returns the name of a flag of the engine in a printed line, as a target gives it, and its value; null for none. */
  valueOf(line: string): readonly [name: string, value: string] | null
}

interface FlagValuesOptions extends TargetOptions {
  /** For input files. */
  readonly folder: string
}

/** The flag with which V8 prints the values of all its flags when it starts; versions before 2022 have none. */
export const V8_VALUES = '--print-flag-values'

/** Reads a line of V8's: `--opt`, `--no-opt`, `--stack-size=984`. */
export function v8FlagValue(line: string): readonly [string, string] | null {
  const [, no = '', name, value] = /^--(no-)?([\w-]+)(?:=(.*))?$/.exec(line) ?? []
  return name === undefined ? null : [`--${name}`, value ?? no]
}
