import { lstatSync } from 'node:fs'
import { fileSha256 } from '../cache/file-sha256.ts'
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
 * Returns what throws LaunchError once one of the files was changed that a contender is started from.
 *
 * @throws LaunchError when the bundle is another one than was written
 */
export async function unchanged(
  entry: string,
  { file, sha256, scriptFile }: BundleFile,
): Promise<() => void> {
  const files = [entry, file, ...(scriptFile === undefined ? [] : [scriptFile])]
  const marks = files.map(each => [each, markOf(each)] as const)
  if ((await fileSha256(file)) !== sha256) throw changed()
  return () => {
    if (marks.some(([each, mark]) => markOf(each) !== mark)) throw changed()
  }
}

function changed(): LaunchError {
  return new LaunchError('failed', 'was not started from what was written: something rewrote the file')
}

/** Returns values that change with every change of a file, even a hidden one: no program can set the change time. */
function markOf(file: string): string {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.dev} ${stat.ino} ${stat.size} ${stat.ctimeNs}`
}
