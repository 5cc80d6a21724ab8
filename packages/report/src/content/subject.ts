import type { ComparisonRecord } from '@steelyard/record'
import { name, type Phrase } from '@steelyard/text'
import { axisOf } from './axis.ts'

/** Returns what a ratio is of: the case and its target, and the base where that is another target. */
export function subject(comparison: ComparisonRecord): Phrase {
  const { case: caseId, head, base } = comparison
  const against = axisOf(comparison) === 'cases' ? [] : [' against ', name(base)]
  return [name(caseId), ' on ', name(head), ...against]
}
