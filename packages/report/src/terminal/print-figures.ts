import type { TerminalStyle } from '@steelyard/text'
import { type Column, cell, glyphs, name, tableLines, tableWidth, wrap } from '@steelyard/text'
import type { Figures, FiguresBlock } from '../content/figures/figures.ts'
import { INDENT, rightColumn } from './print-table.ts'

/** Returns the figures as a table, or a line for each figure where that would not fit. */
export function printFigures(figures: Figures, style: TerminalStyle): string[] {
  const columns = columnsOf(figures, style)
  const fits = INDENT.length + tableWidth(columns) <= style.width
  return [
    ...wrap([{ text: figures.title, role: 'title' }, `: ${figures.about}`], style),
    ...(fits
      ? tableLines(columns, style).map(line => INDENT + line)
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
