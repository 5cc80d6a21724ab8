import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import { name, type Phrase, ratioText } from '@steelyard/text'
import { type Field, headingsOf } from '../document.ts'
import { isIdentified, NOT_IDENTIFIED } from '../machine-text.ts'
import type { Outline } from '../outline.ts'
import { paramsText } from '../section.ts'
import { shownRecord } from '../shown-record.ts'
import { verdictMark } from '../verdict-mark.ts'
import { changesBetween, machinesText, type Repetition, repetitionsOf } from './repetition.ts'

const HEADINGS = headingsOf(['case', 'ratio then', 'ratio now', 'overlap', 'verdict then', 'verdict now'])

/** Returns how each comparison of a record came out when it was measured again. */
export function rerunOutline(before: RunRecord, after: RunRecord): Outline {
  const [was, is] = [shownRecord(before), shownRecord(after)]
  const repetitions = repetitionsOf(was, is)
  const changes = changesBetween(was, is)
  const isKnown = isIdentified(was.environment) && isIdentified(is.environment)
  const found: (string | null)[] = [
    machinesText(was, is),
    changes.length === 0 ? null : `What has changed since: ${changes.join('; ')}.`,
    isKnown ? null : `${NOT_IDENTIFIED} in one of the records: it may be another one.`,
  ]
  const rows = repetitions.map(each => [
    [name(subject(each, was))],
    ratioField(each.before),
    ratioField(each.after),
    each.after === null ? '' : each.overlap ? 'yes' : 'no',
    verdictField(each.before),
    verdictField(each.after),
  ])
  return {
    title: `Compared with the record of ${was.startedAt}`,
    headline: found.flatMap((text): Phrase[] => (text === null ? [] : [[text]])),
    blocks: [
      { title: [], headings: HEADINGS, rows },
      [repetitions.length === 0 ? 'It has no comparisons.' : summaryOf(repetitions)],
    ],
  }
}

function ratioField(comparison: ComparisonRecord | null): Field {
  return { estimate: comparison && ratioText(comparison.ratio), mark: null }
}

function verdictField(comparison: ComparisonRecord | null): Field {
  if (comparison === null) return [{ text: 'not measured', role: 'trouble' }]
  const mark = verdictMark(comparison)
  // The reason for no verdict is shown; that for an inconclusive one is in the reports of the two records.
  const reason = comparison.verdict === null ? mark.reason : ''
  return { estimate: null, mark: { ...mark, reason, tail: '' } }
}

/** What the record has one of goes without saying. */
function subject(
  { before: { suite, case: caseId, params, base, head } }: Repetition,
  record: RunRecord,
): string {
  const compared = record.comparisons.filter(({ paired }) => paired)
  const several = (of: (comparison: (typeof compared)[number]) => string) =>
    new Set(compared.map(of)).size > 1
  const values = paramsText(params)
  return [
    record.suites.length > 1 ? `${suite}/${caseId}` : caseId,
    ...(values !== '' && several(each => paramsText(each.params)) ? [`(${values})`] : []),
    ...(several(each => each.head) ? [`on ${head}`] : []),
    ...(several(each => each.base) && base !== head ? [`against ${base}`] : []),
  ].join(' ')
}

function summaryOf(repetitions: readonly Repetition[]): string {
  const count = (kind: Repetition['verdicts']) =>
    repetitions.filter(({ verdicts }) => verdicts === kind).length
  const measured = repetitions.filter(({ after }) => after !== null)
  const overlapping = measured.filter(each => each.overlap).length
  return [
    `Intervals overlap in ${overlapping} of ${measured.length}`,
    `verdicts: ${count('equal')} equal, ${count('opposite')} opposite, ${count('other')} otherwise different`,
    ...(measured.length === repetitions.length
      ? []
      : [`${repetitions.length - measured.length} not measured again`]),
  ].join('; ')
}
