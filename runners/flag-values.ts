import type { Command } from './command.ts'

/** How an engine is asked for the values that all of its flags have once those of a target are given. */
export interface FlagValues {
  command(options: FlagValuesOptions): Command
  /** Returns the name of a flag of the engine in a printed line, as a target gives it, and its value; null for none. */
  valueOf(line: string): readonly [name: string, value: string] | null
}

export interface FlagValuesOptions {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
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
