import type { RunRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import {
  alignedEstimates,
  type Column,
  cell,
  durationText,
  formatDurationEstimate,
  formatRatio,
  name,
  ratioText,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import { type AgreementRow, agreementBlocks, agreementMark, differencesOf } from '../content/agreement.ts'
import { paramsText, type Section } from '../content/section.ts'
import { markText } from '../content/verdict-mark.ts'
import { printList } from './print-list.ts'

const INDENT = '  '

/** Returns the timers side by side, a table for each target, and below why they can differ. */
export function renderAgreement(section: Section, record: RunRecord, style: TerminalStyle): string[][] {
  const blocks = agreementBlocks(section, record).filter(({ rows }) => rows.length > 0)
  return [
    wrap([paramsText(section.params)], style),
    ...blocks.map(({ target, rows }) => [...wrap([name(target)], style), ...tableOf(rows, style)]),
    printList({ title: 'Why they can differ', items: differencesOf(section, record) }, style),
  ].filter(lines => lines.some(line => line !== ''))
}

function tableOf(rows: readonly AgreementRow[], style: TerminalStyle): string[] {
  const columns = columnsOf(rows, style)
  if (INDENT.length + tableWidth(columns) <= style.width) {
    return tableLines(columns, style).map(line => INDENT + line)
  }
  return rows.flatMap(row => {
    const { result, agreement } = row
    const mark = agreementMark(row)
    const parts = [
      result.wallNs === null ? '' : formatDurationEstimate(result.wallNs, style),
      agreement?.ratio ? formatRatio(agreement.ratio, style) : '',
      mark === null ? '' : markText(mark),
    ].filter(part => part !== '')
    return [
      ...wrap([`${result.case}, ${result.timer}`], style, { first: INDENT }),
      ...wrap([parts.join('  ')], style, { first: INDENT + INDENT }),
    ]
  })
}

function columnsOf(rows: readonly AgreementRow[], style: TerminalStyle): Column[] {
  const column = (heading: string, texts: readonly string[]) => ({
    heading,
    cells: texts.map(text => cell(text)),
  })
  const times = rows.map(({ result }) => (result.wallNs === null ? null : durationText(result.wallNs, style)))
  const ratios = rows.map(({ agreement }) => (agreement?.ratio ? ratioText(agreement.ratio, style) : null))
  return [
    column(
      'case',
      // A case is named once, above its other timers.
      rows.map(({ result }, index) => (rows[index - 1]?.result.case === result.case ? '' : result.case)),
    ),
    column(
      'timer',
      rows.map(({ result }) => result.timer),
    ),
    column('wall/iteration', alignedEstimates(times)),
    column('ratio to steelyard', alignedEstimates(ratios)),
    {
      heading: '',
      cells: rows.map(row => {
        const mark = agreementMark(row)
        return mark === null ? cell('') : cell(markText(mark), mark.role)
      }),
    },
  ]
}
