import type { RunRecord } from '@steelyard/record'
import { comparisonName, cpuOf, exportable, type Figure, resultName, wallOf } from './entries.ts'

/** What github-action-benchmark reads as `customSmallerIsBetter`: times, and head ÷ base of every pair. */
export function githubActionBenchmark(records: readonly RunRecord[]): string[] {
  return [`${JSON.stringify(records.flatMap(entriesOf), null, 2)}\n`]
}

function entriesOf(record: RunRecord) {
  const times = exportable(record).flatMap(result => [
    ...entry(resultName(result), 'ns/iteration', wallOf(result)),
    ...entry(`${resultName(result)}, CPU`, 'ns/iteration', cpuOf(result)),
  ])
  const ratios = record.comparisons
    .filter(({ paired }) => paired)
    .flatMap(comparison => entry(comparisonName(comparison), '×', comparison.ratio, verdictText(comparison)))
  return [...times, ...ratios]
}

/** Without range where there is no interval. */
function entry(name: string, unit: string, figure: Figure | null, more = '') {
  if (figure === null) return []
  const { value, lower, upper, level, n } = figure
  if (lower === undefined || upper === undefined || level === undefined) return [{ name, unit, value }]
  const over = n === undefined ? '' : ` over ${n} launches`
  const range = `${shortened(lower)} to ${shortened(upper)}`
  return [{ name, unit, value, range, extra: `${100 * level} % interval${over}${more}` }]
}

function verdictText({ verdict, reason }: RunRecord['comparisons'][number]): string {
  return `\nverdict: ${verdict ?? 'none'}${reason === null ? '' : ` (${reason})`}`
}

function shortened(value: number): string {
  return String(Number(value.toPrecision(4)))
}
