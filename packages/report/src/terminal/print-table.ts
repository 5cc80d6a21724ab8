import {
  alignedEstimates,
  type Column,
  cell,
  displayWidth,
  joined,
  pad,
  phraseText,
  type Role,
  type TerminalStyle,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import { shortNames } from '../charts/draw/short-names.ts'
import { type Field, type Heading, isEstimate, isMark, isPhrase, type Table } from '../content/document.ts'
import { markText } from '../content/verdict-mark.ts'

export const INDENT = '  '
/** Names cut to less say nothing. */
const LEAST_ROOM = 20

type Row = Table['rows'][number]

/**
 * Returns a table with its title and its notes. Where there is no room it loses the reasons of verdicts, then its spare
 * columns, then the middles of names; where that is not enough, its rows become lines of text.
 */
export function printTable(table: Table, style: TerminalStyle): string[] {
  const { title, about, rows, notes = [] } = table
  if (rows.length === 0) return []
  const bold = { text: phraseText(title), role: 'title' } as const
  return [
    ...(title.length === 0 ? [] : wrap([bold, about === undefined ? '' : `: ${about}`], style)),
    ...(fittingLines(table, style) ?? rows.flatMap(row => stackedRow(row, table, style))),
    ...notes.flatMap(note => wrap(note, style, { first: INDENT, rest: INDENT.length + 2 })),
  ]
}

function fittingLines({ headings, rows }: Table, style: TerminalStyle): string[] | null {
  const isGroup = (row: Row) => row.length === 1 && headings.length > 1
  const members = rows.filter(row => !isGroup(row))
  const indent = members.length < rows.length ? INDENT + INDENT : INDENT
  const room = style.width - indent.length
  const columns = columnChoices(headings, members, room).find(each => tableWidth(each) <= room)
  if (columns === undefined) return null
  const [heading = '', ...lines] = tableLines(columns, style).map(line => indent + line)
  let next = 0
  return [
    ...(heading.trim() === '' ? [] : [heading]),
    ...rows.flatMap(row => (isGroup(row) ? groupLines(row, style) : [lines[next++] ?? ''])),
  ]
}

/** From the fullest. */
function columnChoices(headings: readonly Heading[], rows: readonly Row[], room: number): Column[][] {
  const spare = headings.flatMap(({ isSpare }, index) => (isSpare ? [index] : []))
  const columns = (dropped: readonly number[], hasReasons: boolean) =>
    headings.flatMap((heading, index) => {
      const fields = rows.map(({ [index]: field = '' }) => field)
      return dropped.includes(index) ? [] : [columnOf(heading, fields, hasReasons)]
    })
  const narrower = [...spare, null].map((_, count) => columns(spare.slice(0, count), false))
  return [columns([], true), ...narrower, ...narrower.map(each => withShortNames(each, room))]
}

function withShortNames(columns: Column[], room: number): Column[] {
  const [first, ...others] = columns
  const left = room - tableWidth([{ heading: '', cells: [] }, ...others])
  if (first === undefined || left < LEAST_ROOM) return columns
  const texts = first.cells.map(({ text }) => text)
  const names = shortNames(texts, left)
  const cells = first.cells.map(({ text, role }) => cell(names.get(text) ?? text, role))
  return [{ ...first, cells }, ...others]
}

/** Values end, and intervals begin, at the same place. */
function columnOf({ text, numeric }: Heading, fields: readonly Field[], hasReasons: boolean): Column {
  const estimates = alignedEstimates(fields.map(field => (isEstimate(field) ? field : null)))
  const cells = fields.map((field, index) => {
    if (isEstimate(field)) return cell(estimates[index] ?? '')
    if (isMark(field)) return cell(markText(hasReasons ? field : { ...field, reason: '' }), field.role)
    return cell(fieldText(field), roleOf(field))
  })
  const heading = phraseText(text)
  if (!numeric || fields.some(isEstimate)) return { heading, cells }
  const width = Math.max(displayWidth(heading), ...cells.map(each => displayWidth(each.text)))
  return {
    heading: pad(heading, width, 'right'),
    cells: cells.map(each => cell(pad(each.text, width, 'right'), each.role)),
  }
}

function stackedRow(row: Row, { headings }: Table, style: TerminalStyle): string[] {
  if (row.length === 1) return groupLines(row, style)
  const [label, ...fields] = row.map(fieldText)
  const texts = fields.flatMap((text, index) => {
    const heading = headings[index + 1]
    return text === '' || heading?.isSpare ? [] : [`${phraseText(heading?.text ?? [])} ${text}`.trim()]
  })
  return [
    ...wrap([label ?? ''], style, { first: INDENT }),
    ...(texts.length === 0 ? [] : wrap([texts.join(', ')], style, { first: INDENT + INDENT })),
  ]
}

function groupLines([field = '']: Row, style: TerminalStyle): string[] {
  return wrap(isPhrase(field) ? field : [fieldText(field)], style, { first: INDENT, rest: 3 * INDENT.length })
}

function fieldText(field: Field): string {
  if (field === null) return '–'
  if (isEstimate(field)) return joined(field)
  if (isMark(field)) return markText(field)
  return typeof field === 'string' ? field : phraseText(field)
}

function roleOf(field: Field): Role | null {
  if (!isPhrase(field) || field.length !== 1) return null
  const [piece] = field
  return typeof piece === 'object' && piece.role !== 'name' ? piece.role : null
}
