/** What a command line asks for, checked, and how it is carried out. */
export interface Invocation<Options = unknown> {
  readonly command: string
  readonly options: Options
  /**
   * @param args the command line as it was given
   * @returns the exit code
   * @throws UsageError when it cannot be carried out
   */
  execute(args: readonly string[]): Promise<number>
}

/** A command tells with this what the command line asks for. */
export type Select = (request: Invocation) => void
