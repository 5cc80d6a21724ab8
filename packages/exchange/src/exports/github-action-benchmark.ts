import type { EstimateRecord, RunRecord } from '@steelyard/store'
import { comparisonName, exportable, resultName } from './entries.ts'
import type { Exporter } from './exporter.ts'

interface Entry {
  readonly name: string
  readonly unit: string
  readonly value: number
  readonly range: string
  readonly extra: string
}

/** What github-action-benchmark reads as `customSmallerIsBetter`: times, and head ÷ base of every pair. */
export const githubActionBenchmark: Exporter = {
  needsUniqueNames: true,
  write: records => [`${JSON.stringify(records.flatMap(entriesOf), null, 2)}\n`],
}

function entriesOf(record: RunRecord): Entry[] {
  const times = exportable(record).flatMap(result => [
    ...entry(resultName(result), 'ns/iteration', result.wallNs),
    ...entry(`${resultName(result)}, CPU`, 'ns/iteration', result.cpuNs),
  ])
  const ratios = record.comparisons
    .filter(({ paired }) => paired)
    .flatMap(comparison => entry(comparisonName(comparison), '×', comparison.ratio, verdictText(comparison)))
  return [...times, ...ratios]
}

function entry(name: string, unit: string, estimate: EstimateRecord | null, more = ''): Entry[] {
  if (estimate === null) return []
  const { value, lower, upper, level, n } = estimate
  const range = `${shortened(lower)} to ${shortened(upper)}`
  return [{ name, unit, value, range, extra: `${100 * level} % interval over ${n} launches${more}` }]
}

function verdictText({ verdict, reason }: RunRecord['comparisons'][number]): string {
  return `\nverdict: ${verdict ?? 'none'}${reason === null ? '' : ` (${reason})`}`
}

function shortened(value: number): string {
  return String(Number(value.toPrecision(4)))
}
