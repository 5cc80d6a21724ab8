import type { ForeignName } from '@steelyard/store'
import type { Found } from './found.ts'

/** A file of another tool, read. */
export interface Source {
  /** Of the tool, or of the runtime that it is a part of; null where the file does not say. */
  readonly toolVersion: string | null
  readonly cpuModel: string | null
  readonly os: string | null
  /** ISO 8601; null where the file does not say. */
  readonly startedAt: string | null
  /** What its headline is and what its interval means, in one sentence without a capital letter. */
  readonly headline: string
  readonly cases: readonly SourceCase[]
}

export interface SourceCase {
  readonly suite: string
  readonly case: string
  readonly params: Readonly<Record<string, string | number | boolean>>
  readonly target: SourceTarget
  /** Whether the tool sets the others of its suite against it. */
  readonly isBaseline: boolean
  /** What was found; or why nothing was. */
  readonly found: Reading | { readonly error: string }
  readonly warnings: readonly string[]
}

export interface SourceTarget {
  readonly runtime: string
  /** Null where the file does not say. */
  readonly version: string | null
  readonly engine: { readonly name: string; readonly version: string } | null
}

/** Nanoseconds per iteration. */
export interface Reading {
  /** Name of the statistic that the tool shows first. */
  readonly statistic: string
  readonly wallNs: number
  readonly cpuNs: number | null
  /** What the tool itself says of the error of the headline. */
  readonly interval: { readonly lower: number; readonly upper: number; readonly level: number } | null
  /** By the names of the tool. */
  readonly statistics: Readonly<Record<string, number>>
  /** How many samples the statistics are of. */
  readonly samples: number
  /** The samples themselves; null where the file has none. */
  readonly samplesNs: readonly number[] | null
  readonly cpuSamplesNs: readonly number[] | null
  /** Whether every sample is a process of its own: then they count as launches. */
  readonly isByProcess: boolean
}

/** One format that files are read in. */
export interface Importer {
  readonly name: ForeignName
  /** What writes it, as a command. */
  readonly command: string
  /** Whether a file looks like it: its JSON, or of one that is JSON line by line the first line. */
  recognizes(file: Found): boolean
  /** Reads a file, or all lines of it. Throws Unexpected. */
  read(file: Found): Source
}

/** Returns the name of a file without its folder and its last ending, from a path or a file URL. */
export function nameOfFile(place: string): string {
  const name = place.split(/[\\/]/).at(-1) ?? ''
  return name.replace(/(?<=.)\.[^.]+$/, '')
}
