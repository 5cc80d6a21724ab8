import type { TerminalStyle } from '@steelyard/text'
import { type Column, cell, glyphs, name, tableLines, tableWidth, wrap } from '@steelyard/text'
import { shortened } from '../charts/draw/short-names.ts'
import type { Figures, FiguresBlock } from '../content/figures/figures.ts'
import { INDENT, rightColumn } from './print-table.ts'

/** Names cut to less say nothing. */
const LEAST_ROOM = 20
const NO_COLUMN: Column = { heading: '', cells: [] }

/** Returns the figures as a table, or a line for each figure where that would not fit. */
export function printFigures(figures: Figures, style: TerminalStyle): string[] {
  const columns = columnsOf(figures, style)
  const shown = [columns, ...narrowerColumns(figures, columns, style)].find(
    each => INDENT.length + tableWidth(each) <= style.width,
  )
  return [
    ...wrap([{ text: figures.title, role: 'title' }, `: ${figures.about}`], style),
    ...(shown
      ? tableLines(shown, style).map(line => INDENT + line)
      : figures.blocks.flatMap(block => stacked(block, figures.headings, style))),
    ...figures.notes.flatMap(note => wrap(note, style, { first: INDENT, rest: INDENT.length + 2 })),
  ]
}

function columnsOf({ blocks, headings }: Figures, style: TerminalStyle): Column[] {
  const titles = blocks.flatMap(block => [block.case, ...block.rows.map(({ target }) => INDENT + target)])
  const figures = headings.map((heading, index) =>
    rightColumn(
      heading,
      blocks.flatMap(({ rows }) => ['', ...rows.map(({ cells }) => textOf(cells[index], style))]),
    ),
  )
  return [{ heading: '', cells: titles.map(title => cell(title)) }, ...figures]
}

/** Returns the columns with their rows cut to what room there is, where they may be, the widest first. */
function narrowerColumns(
  { blocks, spareColumns = 0 }: Figures,
  [, ...columns]: readonly Column[],
  style: TerminalStyle,
): (readonly Column[])[] {
  const ellipsis = style.unicode ? '…' : '~'
  return Array.from({ length: spareColumns + 1 }, (_, left) => columns.slice(0, columns.length - left))
    .map(kept => ({ kept, room: style.width - 2 * INDENT.length - tableWidth([NO_COLUMN, ...kept]) }))
    .filter(({ room }) => room >= LEAST_ROOM && blocks.every(({ rows }) => rows.every(({ short }) => short)))
    .map(({ kept, room }) => {
      const titles = blocks.flatMap(block => [
        block.case,
        ...block.rows.map(({ short = '' }) => INDENT + shortened(short, room).replace('…', ellipsis)),
      ])
      return [{ heading: '', cells: titles.map(title => cell(title)) }, ...kept]
    })
}

function stacked(block: FiguresBlock, headings: readonly string[], style: TerminalStyle): string[] {
  return block.rows.flatMap(({ target, cells }) => [
    ...wrap([name(block.case), ' on ', name(target)], style, { first: INDENT }),
    ...wrap(
      [headings.map((heading, index) => `${heading} ${textOf(cells[index], style)}`).join(', ')],
      style,
      {
        first: INDENT + INDENT,
      },
    ),
  ])
}

function textOf(figure: string | null | undefined, style: TerminalStyle): string {
  return figure ?? glyphs(style).none
}
