import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { ratioText, wrap } from '@steelyard/text'
import { type Field, headingsOf } from '../content/document.ts'
import {
  changesBetween,
  machinesText,
  type Repetition,
  repetitionsOf,
} from '../content/evidence/repetition.ts'
import { isIdentified, NOT_IDENTIFIED } from '../content/machine-text.ts'
import { paramsText } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'
import { verdictMark } from '../content/verdict-mark.ts'
import { printTable } from './print-table.ts'

/** Compares two records, comparison by comparison; no line is wider than `style.width`. */
export function renderRerun(before: RunRecord, after: RunRecord, style: TerminalStyle): string {
  const [was, is] = [shownRecord(before), shownRecord(after)]
  const repetitions = repetitionsOf(was, is)
  const changes = changesBetween(was, is)
  const machines = machinesText(was, is)
  const parts = [
    wrap([{ text: `Compared with the record of ${was.startedAt}`, role: 'title' }], style),
    ...(machines === null ? [] : [wrap([machines], style)]),
    ...(changes.length === 0 ? [] : [wrap([`What has changed since: ${changes.join('; ')}.`], style)]),
    ...(isIdentified(was.environment) && isIdentified(is.environment)
      ? []
      : [wrap([`${NOT_IDENTIFIED} in one of the records: it may be another one.`], style)]),
    repetitions.length === 0
      ? ['It has no comparisons.']
      : [...rowsOf(repetitions, was, style), ...wrap([summaryOf(repetitions)], style)],
  ]
  return parts.map(lines => lines.join('\n')).join('\n')
}

function rowsOf(repetitions: readonly Repetition[], record: RunRecord, style: TerminalStyle): string[] {
  const rows = repetitions.map(each => [
    [subject(each, record)],
    ratioField(each.before, style),
    ratioField(each.after, style),
    [each.after === null ? '' : each.overlap ? 'yes' : 'no'],
    verdictField(each.before, style),
    verdictField(each.after, style),
  ])
  const headings = headingsOf(HEADINGS)
  return printTable({ title: [], headings, rows }, style, ([label = '', ...texts]) => [
    label,
    texts.flatMap((text, index) => (text === '' ? [] : [`${HEADINGS[index + 1]} ${text}`])).join(', '),
  ])
}

const HEADINGS = ['case', 'ratio then', 'now', 'overlap', 'verdict then', 'now']

function ratioField(comparison: ComparisonRecord | null, style: TerminalStyle): Field {
  return { estimate: comparison && ratioText(comparison.ratio, style), mark: null }
}

function verdictField(comparison: ComparisonRecord | null, style: TerminalStyle): Field {
  if (comparison === null) {
    const mark = { sign: '', word: 'not measured', reason: '', tail: '', role: 'trouble' } as const
    return { estimate: null, mark }
  }
  const mark = verdictMark(comparison, style)
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
