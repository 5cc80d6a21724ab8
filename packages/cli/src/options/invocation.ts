/** A checked command line and the function that executes it. */
export interface Invocation<Options = unknown> {
  readonly command: string
  readonly options: Options
  readonly line: CommandLine
  /** Returns the exit code, given the words of the command line. UsageError when it cannot be executed. */
  execute(args: readonly string[]): Promise<number>
}

export interface CommandLine {
  readonly command: string
  readonly words: readonly string[]
  /** In the order in which they were given. */
  readonly options: readonly GivenOption[]
}

export interface GivenOption {
  /** For example `--case`. */
  readonly flag: string
  /** Null for an option without a value. */
  readonly text: string | null
  readonly isTarget?: true
}

export type Select = (invocation: Invocation) => void

/** Returns a command line with an equals sign before each value, so that it may begin with a hyphen. */
export function argsOf({ command, words, options }: CommandLine): string[] {
  return [
    ...(command === 'run' ? [] : [command]),
    ...words,
    ...options.map(({ flag, text }) => (text === null ? flag : `${flag}=${text}`)),
  ]
}
