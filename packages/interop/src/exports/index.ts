import { inPieces, type RunRecord } from '@steelyard/record'
import { bencher } from './bencher.ts'
import { benchstat } from './benchstat.ts'
import { csv } from './csv.ts'
import { exportable, resultName } from './entries.ts'
import { githubActionBenchmark } from './github-action-benchmark.ts'
import { nodeCompare } from './node-compare.ts'

/** What writes records in a format, in pieces; only results with the status ok are in it, but for CSV, which has all. */
const EXPORTERS = {
  benchstat,
  'github-action-benchmark': githubActionBenchmark,
  bencher,
  'node-compare': nodeCompare,
  csv,
}

/** Formats in which an entry is known by its name alone, so that no two may have the same. */
const BY_NAME: readonly string[] = ['github-action-benchmark', 'bencher']

export type ExportFormat = keyof typeof EXPORTERS

export const EXPORT_FORMATS = Object.keys(EXPORTERS) as readonly ExportFormat[]

/**
 * Returns records in the format of another tool, in pieces, and the contenders that are not in it, since they did not end
 * well. RangeError where it knows entries by name and two have the same.
 */
export function exportRecords(records: readonly RunRecord[], format: ExportFormat) {
  const names = records.flatMap(record => exportable(record).map(resultName))
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (BY_NAME.includes(format) && twice !== undefined) {
    throw new RangeError(
      `Cannot write these records as ${format}: it knows entries by their names, and ${twice} is there twice. Export them one by one.`,
    )
  }
  const lost = records.flatMap(({ results }) => results.filter(({ status }) => status !== 'ok'))
  return {
    text: inPieces(EXPORTERS[format](records)),
    leftOut: format === 'csv' ? [] : lost.map(result => `${resultName(result)} (${result.status})`),
  }
}
