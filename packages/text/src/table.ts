import { colorize, type Role, type TerminalStyle } from './colorize.ts'
import { displayWidth, pad } from './display-width.ts'
import type { EstimateText } from './format.ts'

export interface Cell {
  readonly text: string
  readonly role: Role | null
}

export interface Column {
  readonly heading: string
  readonly cells: readonly Cell[]
}

export const GAP = '  '

export function cell(text: string, role: Role | null = null): Cell {
  return { text, role }
}

/** Returns how many columns of a terminal a table takes. */
export function tableWidth(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + columnWidth(column), GAP.length * (columns.length - 1))
}

/** Returns the line of headings, then one line for each row; trailing spaces are cut. */
export function tableLines(columns: readonly Column[], style: Pick<TerminalStyle, 'color'>): string[] {
  const widths = columns.map(columnWidth)
  const headings = columns.map((column, index) => pad(column.heading, widths[index] ?? 0))
  const rowCount = Math.max(0, ...columns.map(column => column.cells.length))
  const rows = Array.from({ length: rowCount }, (_, row) =>
    columns
      .map((column, index) => {
        const { text, role } = column.cells[row] ?? cell('')
        return colorize(text, role, style) + pad('', (widths[index] ?? 0) - displayWidth(text))
      })
      .join(GAP)
      .trimEnd(),
  )
  return [colorize(headings.join(GAP).trimEnd(), 'quiet', style), ...rows]
}

/** Returns values with their intervals as one column: values end, and intervals begin, at the same place. */
export function alignedEstimates(texts: readonly (EstimateText | null)[]): string[] {
  const width = Math.max(0, ...texts.map(text => displayWidth(text?.value ?? '')))
  return texts.map(text => (text === null ? '' : `${pad(text.value, width, 'right')} ${text.interval}`))
}

function columnWidth({ heading, cells }: Column): number {
  return Math.max(displayWidth(heading), ...cells.map(({ text }) => displayWidth(text)))
}
