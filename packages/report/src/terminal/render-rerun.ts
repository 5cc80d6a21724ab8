import type { RunRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { alignedEstimates, type Column, cell, ratioText, tableLines, tableWidth, wrap } from '@steelyard/text'
import {
  changesBetween,
  isIdentified,
  type Repetition,
  repetitionsOf,
} from '../content/evidence/repetition.ts'
import { NOT_IDENTIFIED } from '../content/machine-text.ts'
import { paramsText } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'
import { verdictMark } from '../content/verdict-mark.ts'

const INDENT = '  '

/** Returns two records side by side, comparison by comparison; no line is wider than `look.width`. */
export function renderRerun(before: RunRecord, after: RunRecord, style: TerminalStyle): string {
  const [was, is] = [shownRecord(before), shownRecord(after)]
  const repetitions = repetitionsOf(was, is)
  const changes = changesBetween(was, is)
  const parts = [
    wrap([{ text: `Beside the record of ${was.startedAt}`, role: 'title' }], style),
    ...(changes.length === 0 ? [] : [wrap([`What has changed since: ${changes.join('; ')}.`], style)]),
    ...(isIdentified(was) && isIdentified(is)
      ? []
      : [wrap([`${NOT_IDENTIFIED} in one of the records: it may be another one.`], style)]),
    repetitions.length === 0
      ? ['It has no comparisons.']
      : [...rowsOf(repetitions, was, style), ...wrap([summaryOf(repetitions)], style)],
  ]
  return parts.map(lines => lines.join('\n')).join('\n')
}

function rowsOf(repetitions: readonly Repetition[], record: RunRecord, style: TerminalStyle): string[] {
  const columns = columnsOf(repetitions, record, style)
  if (tableWidth(columns) + INDENT.length <= style.width)
    return tableLines(columns, style).map(line => INDENT + line)
  return repetitions.flatMap((_, row) => {
    const texts = columns.slice(1).flatMap(({ heading, cells }) => {
      const text = cells[row]?.text ?? ''
      return text === '' ? [] : [`${heading} ${text}`]
    })
    return [
      ...wrap([columns[0]?.cells[row]?.text ?? ''], style, { first: INDENT }),
      ...wrap([texts.join(', ')], style, { first: INDENT + INDENT }),
    ]
  })
}

function columnsOf(repetitions: readonly Repetition[], record: RunRecord, style: TerminalStyle): Column[] {
  const ratios = (side: 'before' | 'after') =>
    alignedEstimates(
      repetitions.map(each => (each[side] === null ? null : ratioText(each[side].ratio, style))),
    )
  const verdicts = (side: 'before' | 'after') =>
    repetitions.map(each => {
      if (each[side] === null) return cell('not measured', 'trouble')
      const { sign, word, reason, role } = verdictMark(each[side], style)
      // Why there is no verdict is told; why one is inconclusive stands in the reports of the two.
      const because = each[side].verdict === null && reason !== '' ? ` ${reason}` : ''
      return cell(`${sign} ${word}${because}`, role)
    })
  return [
    { heading: 'case', cells: repetitions.map(each => cell(subject(each, record))) },
    { heading: 'ratio then', cells: ratios('before').map(text => cell(text)) },
    { heading: 'now', cells: ratios('after').map(text => cell(text)) },
    {
      heading: 'overlap',
      cells: repetitions.map(each => cell(each.after === null ? '' : each.overlap ? 'yes' : 'no')),
    },
    { heading: 'verdict then', cells: verdicts('before') },
    { heading: 'now', cells: verdicts('after') },
  ]
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
