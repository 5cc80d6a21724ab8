import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { NoRecordError, type RunRecord, readRecord } from '@steelyard/record'
import { type FoundFile, findFiles } from './find-files.ts'

export type Progress = (read: number, all: number) => void

/** A file that is no record, or holds one that another file holds too. */
export interface Skipped {
  readonly file: string
  readonly reason: string
  /** Whether it holds something else, and lies in a named folder by chance. */
  readonly isOther: boolean
}

export interface Found {
  readonly file: FoundFile
  readonly record: RunRecord
}

/** How many records were read, and the files that were left out. */
export interface Loaded {
  readonly records: number
  readonly skipped: readonly Skipped[]
}

/** A file that is worth a collection of garbage. */
const LARGE_BYTES = 16 * 2 ** 20

/** Reads the records of files and folders, each once: a complete one before a partial one. ArchiveError for other names. */
export async function readRecords(
  names: readonly string[],
  take: (found: Found) => void | Promise<void>,
  onProgress: Progress,
): Promise<Loaded> {
  const files = await findFiles(names)
  const skipped: Skipped[] = []
  const taken = new Map<string, string>()
  const partial: FoundFile[] = []
  const takeOnce = async (found: Found) => {
    const { path } = found.file
    const other = taken.get(found.record.id)
    if (other !== undefined) {
      skipped.push({ file: path, reason: `${path} holds the same record as ${other}.`, isOther: false })
      return
    }
    taken.set(found.record.id, path)
    collectGarbage(found.file)
    await take(found)
  }
  const read = async (file: FoundFile, isFirst: boolean) => {
    const record = await readRecord(file.path).catch((error: Error) => error)
    if (record instanceof Error) {
      const isOther = record instanceof NoRecordError && !file.isNamed
      skipped.push({ file: file.path, reason: record.message, isOther })
    } else if (isFirst && record.status !== 'complete') partial.push(file)
    else await takeOnce({ file, record })
  }
  for (const [index, file] of files.entries()) {
    await read(file, true)
    onProgress(index + 1, files.length)
    collectGarbage(file)
  }
  for (const file of partial) await read(file, false)
  return { records: taken.size, skipped }
}

/** Frees what a large file leaves before more is read or made. */
function collectGarbage({ sizeBytes }: FoundFile): void {
  if (sizeBytes < LARGE_BYTES) return
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
