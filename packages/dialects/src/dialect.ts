import type { DialectName } from './dialect-name.ts'

/** What a file uses, read without running it. */
export interface FileUse {
  /** Specifiers of its imports and requires. */
  readonly imports: readonly string[]
  /** Names of its exports; empty for a CommonJS file. */
  readonly exports: readonly string[]
  /** Globals it uses that a shim replaces. */
  readonly globals: readonly string[]
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

/** A global whose place a shim takes. */
export interface ShimmedGlobal {
  /** As files name it: an identifier, and names of properties after dots. */
  readonly name: string
  /** What the module exports, in its place. */
  readonly identifier: string
  /** Runs inside every runtime, as a shim. Nothing else that it exports may be named as a global. */
  readonly module: URL
}

/** Everything the host must know about a dialect. Each folder here defines one. */
export interface Dialect {
  readonly name: DialectName
  /** As messages and reports name it. */
  readonly title: string
  /** Whether a file is written in it. */
  isUsedBy(use: FileUse): boolean
  /** Why none of its cases can be measured, by reading it without running it; null where no reason is known. */
  unsupported?(use: FileUse): string | null
  readonly shims: readonly Shim[]
  readonly globals?: readonly ShimmedGlobal[]
  /** The module that asks what a file exports for its cases, where the file imports nothing for them. Runs as a shim. */
  readonly asks?: URL
  /** What its files define at their top, or on the global object, for `asks`: it counts as exports of a script. */
  readonly exposes?: readonly string[]
  /** Whether its tool resolves imports as Deno does, by the nearest `deno.json`. */
  readonly hasImportMap?: true
  /** Whether its files are modules, though they import and export nothing. */
  readonly isModule?: true
}
