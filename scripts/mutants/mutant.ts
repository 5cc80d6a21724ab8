/** A deliberate fault that a test must notice. */
export interface Mutant {
  /** Path from the root of the repository. */
  readonly file: string
  /** The text that is replaced; it stands once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files of which at least one must fail. */
  readonly killedBy: readonly string[]
}
