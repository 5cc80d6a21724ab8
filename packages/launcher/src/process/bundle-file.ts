import { lstatSync } from 'node:fs'
import { firstCharacters } from '@steelyard/harness/first-characters'
import { LaunchError } from './launch-error.ts'

/** A suite's bundle in a file. */
export interface BundleFile {
  /** Absolute path. */
  readonly file: string
  /** Hash of the text that must be imported. */
  readonly sha256: string
  /** Absolute path of the CommonJS that it imports, in the same folder; absent where it imports none. */
  readonly scriptFile?: string
}

/**
 * Returns what throws LaunchError once one of the files was changed. The entry reports the hash of the bundle: a rewritten
 * entry could report anything.
 */
export function unchanged(files: readonly string[]): () => void {
  const marks = files.map(file => [file, markOf(file)] as const)
  return () => {
    if (marks.every(([file, mark]) => markOf(file) === mark)) return
    throw new LaunchError('failed', 'was not started from what was written: something rewrote the file')
  }
}

/** The imported text must be the written one, no matter which process changed it; throws LaunchError. */
export function checkBundle(found: string | undefined, { sha256 }: BundleFile): void {
  if (found === sha256) return
  throw new LaunchError(
    'failed',
    `loaded another bundle than was written (${firstCharacters(String(found), 16)}… in place of ${sha256.slice(0, 16)}…): something rewrote the file`,
  )
}

/** Returns values that change with every change of a file, even a hidden one: no program can set the change time. */
function markOf(file: string): string {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.dev} ${stat.ino} ${stat.size} ${stat.ctimeNs}`
}
