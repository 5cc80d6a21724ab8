import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '@steelyard/measure'
import { checkSize, type RunRecord, readRecord } from '@steelyard/record'
import { asUsage } from '../process/as-usage.ts'

export interface KeptRecord {
  readonly file: string
  readonly record: RunRecord
}

/** Reads the named records, else the newest of a folder: names begin with their time. UsageError where one cannot be read. */
export async function readRecords(files: readonly string[], folder: string): Promise<KeptRecord[]> {
  const wanted = files.length > 0 ? files : [await newestIn(folder)]
  await asUsage([RangeError], () => checkSize(wanted))
  return Promise.all(wanted.map(async file => ({ file, record: await recordIn(file) })))
}

/** Reads one record; UsageError where it cannot be read. */
export function recordIn(file: string): Promise<RunRecord> {
  return asUsage([Error], () => readRecord(file))
}

async function newestIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch((): string[] => [])
  const newest = names
    .filter(name => /^\d{4}-\d\d-\d\dT.*\.json$/.test(name))
    .sort()
    .at(-1)
  if (newest === undefined) {
    throw new UsageError(
      `Cannot find a record: there is none in ${folder}. Run a suite first, or name the file of one.`,
    )
  }
  return join(folder, newest)
}
