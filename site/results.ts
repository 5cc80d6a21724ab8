import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRecord } from '@steelyard/record'
import { type KeptRecord, keptRecord } from '@steelyard/report/board'

/** How the schema of a record begins, whatever its version: `readRecord` reads each that is kept. */
const ANY_RECORD = '"steelyard/run@'

/** The user's own, which are not committed. */
const OWN = 'results/local/'

/**
 * Returns the records that are kept, each named by its path from the top of the repository and sorted by it. What is no
 * record is passed over; throws when a record cannot be read.
 */
export async function siteRecords(root: string): Promise<KeptRecord[]> {
  const records: KeptRecord[] = []
  const sources = globSync('results/**/*.json', { cwd: root })
  for (const source of sources.filter(file => !file.startsWith(OWN)).toSorted()) {
    const file = join(root, source)
    if (!(await readFile(file, 'utf8')).includes(ANY_RECORD)) continue
    records.push(keptRecord(source, await readRecord(file)))
  }
  return records
}

export function recordPage(source: string): string {
  return recordFile(source).replace(/\.json$/, '.html')
}

export function recordFile(source: string): string {
  return source.replace(/^results\//, 'records/')
}
