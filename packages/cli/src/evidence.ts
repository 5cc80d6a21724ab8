import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderEvidence } from '@steelyard/report'
import { type RunRecord, writeRecord } from '@steelyard/store'

/** Writes what a comparison found for others: `evidence.md`, `record.json` and `ratios.svg`. */
export async function writeEvidence(folder: string, record: RunRecord): Promise<void> {
  await writeRecord(join(folder, 'record.json'), record)
  const { renderForest } = await import('@steelyard/report/pictures')
  const forest = renderForest(record)
  if (forest !== null) await writeWhole(join(folder, 'ratios.svg'), forest)
  await writeWhole(join(folder, 'evidence.md'), renderEvidence(record))
}

/** So that nobody reads half of it. */
async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.tmp`, text)
  await rename(`${file}.tmp`, file)
}
