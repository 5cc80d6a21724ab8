/** The dialects that files may be written in; also what `--dialect` takes. */
export type DialectName = 'mitata' | 'node-core' | 'tinybench' | 'vitest'

/** What a file uses, read without running it. */
export interface FileUse {
  /** What it imports and requires itself, as it is written. */
  readonly imports: readonly string[]
  readonly text: string
}

/** A module that takes the place of what a file imports. */
export interface Shim {
  /** Matches the imports whose place it takes. */
  readonly imports: RegExp
  /** Runs inside every runtime: it may name no host API. */
  readonly module: URL
  /** Whether what it does not export is taken from the module whose place it takes, when a file asks for it. */
  readonly isPartial?: true
}

/** Everything the host must know about a dialect. Each folder here defines one. */
export interface Dialect {
  readonly name: DialectName
  /** As messages and reports name it. */
  readonly title: string
  /** Whether a file is written in it. */
  isUsedBy(use: FileUse): boolean
  readonly shims: readonly Shim[]
}
