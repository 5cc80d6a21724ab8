import type { RunRecord } from '@steelyard/record'
import { comparisonName, cpuOf, exportable, type Figure, resultName, wallOf } from './entries.ts'

/** Bencher Metric Format (https://bencher.dev/docs/reference/bencher-metric-format/). */
export function bencher(records: readonly RunRecord[]): string[] {
  return [`${JSON.stringify(Object.fromEntries(records.flatMap(entriesOf)), null, 2)}\n`]
}

/** `latency` is Bencher's own measure, in nanoseconds; `cpu-time` and `ratio` are ours. */
function entriesOf(record: RunRecord) {
  const times = exportable(record).flatMap(result => {
    const measures = { ...metric('latency', wallOf(result)), ...metric('cpu-time', cpuOf(result)) }
    return Object.keys(measures).length === 0 ? [] : [[resultName(result), measures] as const]
  })
  const ratios = record.comparisons
    .filter(({ paired }) => paired)
    .map(comparison => [comparisonName(comparison), metric('ratio', comparison.ratio)] as const)
  return [...times, ...ratios]
}

function metric(name: string, figure: Figure | null) {
  if (figure === null) return {}
  const { value, lower, upper } = figure
  const bounds = lower === undefined ? {} : { lower_value: lower, upper_value: upper }
  return { [name]: { value, ...bounds } }
}
