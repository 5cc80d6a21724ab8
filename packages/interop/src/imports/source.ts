import { win32 } from 'node:path'
import type { ForeignName, ForeignResultRecord, ResultWarning, RunRecord } from '@steelyard/record'
import type { JsonCursor } from './json-cursor.ts'

export interface ForeignFile {
  readonly name: string
  readonly text: string
  /** The date of the record where the file has none. */
  readonly modifiedAt: Date
}

export interface ImportOptions {
  /** Null to guess it. */
  readonly format: ForeignName | null
  /** The user's target, as text and parsed, for files without one; null to take theirs. */
  readonly target: (Omit<SourceTarget, 'engine'> & { readonly text: string }) | null
  readonly steelyard: Omit<RunRecord['steelyard'], 'estimator'>
}

/** What a file holds. Fields are absent where its tool never writes them, and null where the file has none. */
export interface Source {
  /** Version of the tool, or of the runtime that includes it. */
  readonly toolVersion?: string | null
  readonly cpuModel?: string | null
  readonly os?: string | null
  /** ISO 8601. */
  readonly startedAt?: string | null
  /** What its headline is and what its interval means, in one sentence without a capital letter. */
  readonly headline: string
  readonly cases: readonly SourceCase[]
}

export interface SourceCase {
  readonly suite: string
  readonly case: string
  readonly params?: Readonly<Record<string, string | number | boolean>>
  readonly target: SourceTarget
  /** Whether the tool sets the others of its suite against it. */
  readonly isBaseline?: boolean
  /** What was found; or why nothing was. */
  readonly found: ForeignResultRecord | { readonly error: string }
  readonly warnings?: readonly ResultWarning[]
}

export interface SourceTarget {
  readonly runtime: string
  /** Null where the file has none. */
  readonly version: string | null
  readonly engine: { readonly name: string; readonly version: string } | null
  readonly flags?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** One format that files are read in. */
export interface Importer {
  readonly name: ForeignName
  /** What writes it, as a command. */
  readonly command: string
  /** Whether a file has this format, judged by its JSON, or by the first line of JSON lines. */
  recognizes(file: JsonCursor): boolean
  /** Reads a file, or all lines of it. Throws Unexpected. */
  read(file: JsonCursor): Source
}

/** What most tools do not say of a case. */
export const UNSAID = {
  cpuNs: null,
  interval: null,
  samplesNs: null,
  cpuSamplesNs: null,
  byProcess: false,
} as const

/** Returns the name of a file without its folder and its last ending, from a path with slashes of either kind or a file URL. */
export function nameOfFile(place: string): string {
  return win32.parse(place).name
}
