import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import type { Role } from '@steelyard/text'
import { verdictMark } from '../content/verdict-mark.ts'
import { seriesOf } from './draw/palette.ts'
import type { ForestOptions, RatioRow } from './forest-chart.ts'

const COLORED: ReadonlySet<Role> = new Set(['slower', 'faster', 'same', 'inconclusive'])

/** Returns comparisons as rows of a forest plot, by case, each labelled with its head target. */
export function ratioRows(
  comparisons: readonly ComparisonRecord[],
  targets: RunRecord['targets'],
  groupOf: (comparison: ComparisonRecord) => string = comparison => comparison.case,
): RatioRow[] {
  return comparisons.map(comparison => {
    const { sign, word, tail, role } = verdictMark(comparison, { unicode: true })
    return {
      group: groupOf(comparison),
      label: comparison.head,
      runtime: seriesOf(targets, comparison.head),
      ratio: comparison.ratio,
      mark: [sign, word, tail].filter(part => part !== '').join(' '),
      markColor: COLORED.has(role) ? role : 'quiet',
      paired: comparison.paired,
    }
  })
}

/** Returns δ and β of comparisons, null where they differ or there are none. */
export function marginsOf(
  comparisons: readonly ComparisonRecord[],
): Pick<ForestOptions, 'threshold' | 'biasAllowance'> {
  return {
    threshold: only(comparisons.map(each => each.threshold)),
    biasAllowance: only(comparisons.map(each => each.biasAllowance)),
  }
}

function only(values: readonly number[]): number | null {
  const [first, ...others] = new Set(values)
  return first === undefined || others.length > 0 ? null : first
}
