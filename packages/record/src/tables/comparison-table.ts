import type { ComparisonRecord, RunRecord } from '../record.ts'
import { column, estimateColumns, paramsJson, type Table, table } from './table.ts'
import { targetLine } from './target-line.ts'

interface Source {
  readonly record: RunRecord
  readonly comparison: ComparisonRecord
}

const sourcesOf = (record: RunRecord): Source[] =>
  record.comparisons.map(comparison => ({ record, comparison }))

export const comparisonTable: Table = table('comparisons', 'a head against a base', sourcesOf, [
  column('record', 'VARCHAR', 'id of the record', ({ record }) => record.id),
  column('suite', 'VARCHAR', 'name of the suite', ({ comparison }) => comparison.suite),
  column('params', 'VARCHAR', 'values as JSON, names in order', ({ comparison }) =>
    paramsJson(comparison.params),
  ),
  column('base', 'VARCHAR', 'target of the base', ({ comparison }) => comparison.base),
  column('base_case', 'VARCHAR', 'its case', ({ comparison }) => comparison.baseCase),
  column('base_line', 'VARCHAR', 'its target without the version', source => lineOf(source, 'base')),
  column('head', 'VARCHAR', 'target of the head', ({ comparison }) => comparison.head),
  column('head_case', 'VARCHAR', 'its case', ({ comparison }) => comparison.case),
  column('head_line', 'VARCHAR', 'its target without the version', source => lineOf(source, 'head')),
  column('metric', 'VARCHAR', 'wall or cpu: the clock that the verdict reads', s => s.comparison.metric),
  column('paired', 'BOOLEAN', 'whether both shared launches', ({ comparison }) => comparison.paired),
  ...estimateColumns<Source>(['ratio', ''], 'head time ÷ base time', ({ comparison }) => comparison.ratio),
  column('median_ratio', 'DOUBLE', 'of medians', ({ comparison }) => comparison.medianRatio?.value),
  column(
    'other_clock_ratio',
    'DOUBLE',
    'on the clock that the verdict does not read',
    ({ comparison }) => comparison.otherClockRatio?.value,
  ),
  column(
    'p_value',
    'DOUBLE',
    'against an effect within the allowance',
    ({ comparison }) => comparison.pValue,
  ),
  column('adjusted_p_value', 'DOUBLE', 'by Holm', ({ comparison }) => comparison.adjustedPValue),
  column('threshold', 'DOUBLE', 'smallest difference that matters', ({ comparison }) => comparison.threshold),
  column('bias_allowance', 'DOUBLE', 'as a fraction', ({ comparison }) => comparison.biasAllowance),
  column('verdict', 'VARCHAR', 'faster, slower, same, inconclusive or null', s => s.comparison.verdict),
  column('reason', 'VARCHAR', 'why none, or why inconclusive', ({ comparison }) => comparison.reason),
  column('in_tail', 'BOOLEAN', 'sums and medians disagree', ({ comparison }) => comparison.inTail),
  ...estimateColumns<Source>(
    ['timed_ratio', ''],
    'as timed, where ratio is without stalls',
    ({ comparison }) => comparison.asTimed?.ratio,
  ),
  column('timed_verdict', 'VARCHAR', 'what that would give', s => s.comparison.asTimed?.verdict),
])

function lineOf({ record, comparison }: Source, side: 'base' | 'head'): string {
  const target = record.targets.find(({ id }) => id === comparison[side])
  return target === undefined ? comparison[side] : targetLine(target, record.targets)
}
