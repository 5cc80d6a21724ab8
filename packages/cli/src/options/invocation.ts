/** A checked command line and the function that executes it. */
export interface Invocation<Options = unknown> {
  readonly command: string
  readonly options: Options
  /**
   * @param args the command line as given
   * @returns the exit code
   * @throws UsageError when it cannot be executed
   */
  execute(args: readonly string[]): Promise<number>
}

/** A command calls this with what the command line asks for. */
export type Select = (invocation: Invocation) => void
