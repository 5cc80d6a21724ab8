import {
  alignedEstimates,
  type Column,
  cell,
  GAP,
  glyphs,
  joined,
  type Role,
  ratioPlot,
  ratioPlotHeading,
  type TerminalStyle,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import {
  blockHeadline,
  type CombinationBlock,
  type CombinationDocument,
} from '../content/combination/combination-document.ts'
import { type ForestRow, isNested } from '../content/combination/forest-rows.ts'
import { joinedParts, printBlocks } from './print-blocks.ts'
import { INDENT } from './print-table.ts'

const WIDEST_PLOT = 44
const NARROWEST_PLOT = 12

/** Returns a combination for a terminal: its comparisons, then what is to be known and done, all conclusions last. */
export function printCombination(document: CombinationDocument, style: TerminalStyle): string {
  const { title, about, blocks, conclusions, differences, notCombined, advice, note } = document
  const parts = [
    [...wrap([{ text: title, role: 'title' }], style), ...wrap(about, style)],
    ...blocks.map(block => blockLines(block, style)),
    wrap([{ text: note, role: 'quiet' }], style),
    ...printBlocks([differences, notCombined, advice], style),
    ...printBlocks(blocks.length < 2 ? [] : [{ title: 'In short', items: conclusions }], style),
  ]
  return joinedParts(parts)
}

function blockLines(block: CombinationBlock, style: TerminalStyle): string[] {
  return [
    ...wrap(blockHeadline(block), style, { rest: 2 }),
    ...forestLines(block, style),
    ...block.failures.flatMap(failure => wrap(failure, style, { first: INDENT, rest: 4 })),
  ]
}

function forestLines({ rows, domain }: CombinationBlock, style: TerminalStyle): string[] {
  const texts = alignedEstimates(rows.map(({ text }) => text))
  const columns: Column[] = [
    { heading: '', cells: rows.map(row => cell(labelText(row), roleOf(row))) },
    { heading: 'ratio', cells: texts.map((text, index) => cell(text, rows[index] && roleOf(rows[index]))) },
    { heading: '', cells: rows.map(({ note, kind }) => cell(note, kind === 'machine' ? null : 'quiet')) },
  ]
  const room = style.width - INDENT.length - tableWidth(columns) - GAP.length
  if (room >= NARROWEST_PLOT) {
    const [labels, ratios, notes] = columns as [Column, Column, Column]
    const plot = plotColumn(rows, domain, Math.min(WIDEST_PLOT, room), style)
    return tableLines([labels, ratios, plot, notes], style).map(line => INDENT + line)
  }
  if (tableWidth(columns) + INDENT.length <= style.width) {
    return tableLines(columns, style).map(line => INDENT + line)
  }
  return rows.flatMap(row => {
    const figures = [...(row.text === null ? [] : [joined(row.text)]), ...(row.note === '' ? [] : [row.note])]
    return wrap([[row.label, ...(figures.length === 0 ? [] : [figures.join(', ')])].join(': ')], style, {
      first: isNested(row) ? INDENT + INDENT : INDENT,
      rest: 6,
    })
  })
}

function plotColumn(
  rows: readonly ForestRow[],
  [low, high]: readonly [number, number],
  width: number,
  style: TerminalStyle,
): Column {
  const scale = { low, high, width, threshold: null }
  return {
    heading: ratioPlotHeading(scale),
    cells: rows.map(({ ratio, kind }) => {
      if (ratio === null) return cell(ratioPlot(null, scale, style))
      const line = ratioPlot({ ...ratio, value: ratio.value ?? 1 }, scale, style)
      const drawn = ratio.value === null ? rangeAlone(ratio, scale, style) : line
      return cell(kind === 'not counted' ? hollow(drawn, style) : drawn)
    }),
  }
}

/** A range has no value to mark. */
function rangeAlone(
  { lower, upper }: { readonly lower: number; readonly upper: number },
  scale: Parameters<typeof ratioPlot>[1],
  style: TerminalStyle,
): string {
  const { point, interval } = glyphs(style)
  return ratioPlot({ value: Math.sqrt(lower * upper), lower, upper }, scale, style).replace(point, interval)
}

function hollow(line: string, style: TerminalStyle): string {
  const { point, interval, unpaired, none } = glyphs(style)
  return line.replaceAll(interval, unpaired).replace(point, style.unicode ? '○' : none)
}

function labelText(row: ForestRow): string {
  return isNested(row) ? INDENT + row.label : row.label
}

function roleOf({ kind }: ForestRow): Role | null {
  if (kind === 'machine' || kind === 'combined') return 'name'
  return kind === 'not counted' ? 'quiet' : null
}
