import type { ComparisonRecord, RunRecord } from '../record.ts'
import { column, estimateColumns, paramsJson, type Table, table } from './table.ts'
import { targetLine } from './target-line.ts'

type Source = ComparisonRecord & { readonly record: RunRecord }

const sourcesOf = (record: RunRecord): Source[] =>
  record.comparisons.map(comparison => ({ ...comparison, record }))

export const comparisonTable: Table = table('comparisons', 'a head against a base', sourcesOf, [
  column('record', 'VARCHAR', 'id of the record', ({ record }) => record.id),
  column('suite', 'VARCHAR', 'name of the suite', ({ suite }) => suite),
  column('params', 'VARCHAR', 'values as JSON, names in order', ({ params }) => paramsJson(params)),
  column('base', 'VARCHAR', 'target of the base', ({ base }) => base),
  column('base_case', 'VARCHAR', 'its case', ({ baseCase }) => baseCase),
  column('base_line', 'VARCHAR', 'its target without the version', s => targetLine(s.base, s.record.targets)),
  column('head', 'VARCHAR', 'target of the head', ({ head }) => head),
  column('head_case', 'VARCHAR', 'its case', source => source.case),
  column('head_line', 'VARCHAR', 'its target without the version', s => targetLine(s.head, s.record.targets)),
  column('metric', 'VARCHAR', 'wall or cpu: the clock that the verdict reads', s => s.metric),
  column('paired', 'BOOLEAN', 'whether both shared launches', ({ paired }) => paired),
  ...estimateColumns<Source>(['ratio', ''], 'head time ÷ base time', ({ ratio }) => ratio),
  column('median_ratio', 'DOUBLE', 'of medians', ({ medianRatio }) => medianRatio?.value),
  column(
    'other_clock_ratio',
    'DOUBLE',
    'on the clock that the verdict does not read',
    ({ otherClockRatio }) => otherClockRatio?.value,
  ),
  column('p_value', 'DOUBLE', 'against an effect within the allowance', ({ pValue }) => pValue),
  column('adjusted_p_value', 'DOUBLE', 'by Holm', ({ adjustedPValue }) => adjustedPValue),
  column('threshold', 'DOUBLE', 'smallest difference that matters', ({ threshold }) => threshold),
  column('bias_allowance', 'DOUBLE', 'as a fraction', ({ biasAllowance }) => biasAllowance),
  column('verdict', 'VARCHAR', 'faster, slower, same, inconclusive or null', s => s.verdict),
  column('reason', 'VARCHAR', 'why none, or why inconclusive', ({ reason }) => reason),
  column('in_tail', 'BOOLEAN', 'sums and medians disagree', ({ inTail }) => inTail),
  ...estimateColumns<Source>(
    ['timed_ratio', ''],
    'as timed, where ratio is without stalls',
    ({ asTimed }) => asTimed?.ratio,
  ),
  column('timed_verdict', 'VARCHAR', 'what that would give', s => s.asTimed?.verdict),
])
