import type { Look } from '@steelyard/text'
import { type Column, cell, glyphs, name, pad, tableLines, tableWidth, wrap } from '@steelyard/text'
import type { Figures, FiguresBlock } from '../content/figures/figures.ts'

const INDENT = '  '

/** Returns the figures as a table, or a line for each figure where that would not fit. */
export function renderFigures(figures: Figures, look: Look): string[] {
  const columns = columnsOf(figures, look)
  const fits = INDENT.length + tableWidth(columns) <= look.width
  return [
    ...wrap([{ text: figures.title, role: 'title' }, `: ${figures.about}`], look),
    ...(fits
      ? tableLines(columns, look).map(line => INDENT + line)
      : figures.blocks.flatMap(block => stacked(block, figures.headings, look))),
    ...figures.notes.flatMap(note => wrap(note, look, { first: INDENT, rest: INDENT.length + 2 })),
  ]
}

function columnsOf({ blocks, headings }: Figures, look: Look): Column[] {
  const titles = blocks.flatMap(block => [block.case, ...block.rows.map(({ target }) => INDENT + target)])
  const figures = headings.map((heading, index) => {
    const texts = blocks.flatMap(({ rows }) => ['', ...rows.map(({ cells }) => textOf(cells[index], look))])
    const width = Math.max(heading.length, ...texts.map(({ length }) => length))
    return {
      heading: pad(heading, width, 'right'),
      cells: texts.map(text => cell(pad(text, width, 'right'))),
    }
  })
  return [{ heading: '', cells: titles.map(title => cell(title)) }, ...figures]
}

function stacked(block: FiguresBlock, headings: readonly string[], look: Look): string[] {
  return block.rows.flatMap(({ target, cells }) => [
    ...wrap([name(block.case), ' on ', name(target)], look, { first: INDENT }),
    ...wrap([headings.map((heading, index) => `${heading} ${textOf(cells[index], look)}`).join(', ')], look, {
      first: INDENT + INDENT,
    }),
  ])
}

function textOf(figure: string | null | undefined, look: Look): string {
  return figure ?? glyphs(look).none
}
