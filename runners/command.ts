/** What a target asks for. */
export interface TargetOptions {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** How a contender's process is started: arguments after the binary, never a shell line. */
export interface Command {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Files to write into a folder of the contender's own before the start, by absolute path. */
  readonly files?: Readonly<Record<string, string>>
  /** Arguments with which the binary is run to its end before it is started, e.g. to compile one of the files. */
  readonly compileArgs?: readonly string[]
  /** The bytecode that it maps and commands are written into, by absolute path. */
  readonly bytecode?: string
}

/** Returns the command of a binary that takes its flags as they are, before other words. */
export function flagged({ flags, environment }: TargetOptions, ...words: readonly string[]): Command {
  return { args: [...flags, ...words], environment }
}
