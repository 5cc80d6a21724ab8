import type { ComparisonRecord, EstimateRecord, ResultRecord } from '@steelyard/record'
import { formatRatio, joinFirst, joinPhrases, name, type Phrase, phraseText } from '@steelyard/text'
import { axisOf } from './axis.ts'

/** Returns what a ratio is of: the case and its target, and the base where that is another target. */
export function subject(comparison: ComparisonRecord, caseName: Phrase = [name(comparison.case)]): Phrase {
  const against = axisOf(comparison) === 'cases' ? [] : [' against ', name(comparison.base)]
  return [...caseName, ' on ', name(comparison.head), ...against]
}

/** Returns what a result is of. */
export function onTarget({ case: caseId, target }: Pick<ResultRecord, 'case' | 'target'>): Phrase {
  return [name(caseId), ' on ', name(target)]
}

export function subjectRatio(comparison: ComparisonRecord, ratio: EstimateRecord): Phrase {
  return [...subject(comparison), `, ${formatRatio(ratio)}`]
}

/** Returns each subject once, of many only the first ones. */
export function subjectList(subjects: readonly Phrase[]): Phrase {
  const unique = Array.from(new Map(subjects.map(each => [phraseText(each), each])).values())
  return joinFirst(unique)
}

const MOST_LISTED = 6

/** Joins phrases; of many only the first ones. */
export function listed(phrases: readonly Phrase[]): Phrase {
  const more = phrases.length - MOST_LISTED
  return [
    ...joinPhrases(phrases.slice(0, MOST_LISTED), '; '),
    ...(more > 0 ? [`; and ${more} more in the record`] : []),
  ]
}
