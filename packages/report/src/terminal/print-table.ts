import type { Column, TerminalStyle } from '@steelyard/text'
import {
  alignedEstimates,
  cell,
  displayWidth,
  joined,
  pad,
  phraseText,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import type { Field, Table } from '../content/document.ts'
import { markText, type VerdictMark } from '../content/verdict-mark.ts'

export const INDENT = '  '
/** Below it no table is easier to read than lines. */
const MIN_WIDTH = 60

/**
 * Returns a table without its title, or its rows as lines where it would not fit.
 *
 * @param stackedRow returns the lines of a row from the texts of its fields, the first one for what it is
 */
export function printTable(
  { headings, rows }: Table,
  style: TerminalStyle,
  stackedRow: (texts: readonly string[]) => readonly [string, ...string[]],
): string[] {
  const columns = headings.map(({ text }, index) =>
    tableColumn(
      phraseText(text),
      rows.map(row => row[index] ?? []),
    ),
  )
  // What a row shares with the one above is named once.
  const first = columns.slice(0, 1).map(({ heading, cells }) => ({
    heading,
    cells: cells.map((each, row) => (cells[row - 1]?.text === each.text ? cell('') : each)),
  }))
  const shown = [...first, ...columns.slice(1)]
  if (style.width >= MIN_WIDTH && INDENT.length + tableWidth(shown) <= style.width) {
    return tableLines(shown, style).map(line => INDENT + line)
  }
  return rows.flatMap(row => {
    const [label, ...lines] = stackedRow(row.map(fieldText))
    return [
      ...wrap([label], style, { first: INDENT }),
      ...lines.flatMap(line => wrap([line], style, { first: INDENT + INDENT })),
    ]
  })
}

/** Returns fields below a heading: values end, and intervals begin, at the same place. */
export function tableColumn(heading: string, fields: readonly Field[]): Column {
  const estimates = alignedEstimates(fields.map(field => ('mark' in field ? field.estimate : null)))
  return {
    heading,
    cells: fields.map((field, index) =>
      'mark' in field
        ? cell(withMark(estimates[index] ?? '', field.mark), field.mark?.role ?? null)
        : cell(phraseText(field)),
    ),
  }
}

/** Returns texts below a heading, all of which end at the same place. */
export function rightColumn(heading: string, texts: readonly string[]): Column {
  const width = Math.max(...[heading, ...texts].map(displayWidth))
  return { heading: pad(heading, width, 'right'), cells: texts.map(text => cell(pad(text, width, 'right'))) }
}

function fieldText(field: Field): string {
  if (!('mark' in field)) return phraseText(field)
  return withMark(field.estimate === null ? '' : joined(field.estimate), field.mark)
}

/** Next to a number there is no room for the reason of its verdict. */
function withMark(estimate: string, mark: VerdictMark | null): string {
  if (mark === null) return estimate
  return estimate === '' ? markText(mark) : `${estimate} ${markText({ ...mark, reason: '' })}`
}
