import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import { formatPercent, ratioText } from '@steelyard/text'
import type { Ratios } from '../content/document.ts'
import { onlyOne } from '../content/only-one.ts'
import { verdictMark } from '../content/verdict-mark.ts'
import { seriesOf } from './draw/palette.ts'

/** Returns comparisons on one axis, by case, each labelled with its head target. */
export function comparisonRatios(
  comparisons: readonly ComparisonRecord[],
  targets: RunRecord['targets'],
  groupOf: (comparison: ComparisonRecord) => string = comparison => comparison.case,
): Ratios {
  const threshold = onlyOne(comparisons.map(each => each.threshold))
  const biasAllowance = onlyOne(comparisons.map(each => each.biasAllowance))
  const widening = 1 + (biasAllowance ?? 0)
  const bands =
    threshold === null || biasAllowance === null
      ? ''
      : ` Band around 1: threshold δ, ${formatPercent(threshold)}, and darker the bias allowance β, ${formatPercent(biasAllowance)}, by which the thin line is longer.`
  return {
    ...{ title: 'Ratios', about: [], label: 'case, target', threshold, biasAllowance, notes: [] },
    hint: `Head time ÷ base time, the thick line its interval.${bands}`,
    domain: [
      Math.min(1, ...comparisons.map(({ ratio }) => ratio.lower / widening)),
      Math.max(1, ...comparisons.map(({ ratio }) => ratio.upper * widening)),
    ],
    ratios: comparisons.map(comparison => {
      const { head, ratio } = comparison
      const { sign, word, tail, role } = verdictMark(comparison)
      return {
        ...{ group: groupOf(comparison), label: head, look: 'thick', ratio, role },
        runtime: seriesOf(targets, head),
        text: ratioText(ratio),
        note: [sign, word, tail].filter(part => part !== '').join(' '),
      }
    }),
  }
}
