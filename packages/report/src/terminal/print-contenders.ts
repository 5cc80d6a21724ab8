import type { TerminalStyle } from '@steelyard/text'
import {
  bar,
  type Column,
  cell,
  GAP,
  glyphs,
  joined,
  joinPhrases,
  name,
  type Phrase,
  phraseText,
  type RatioScale,
  ratioPlot,
  ratioPlotHeading,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import type { Field } from '../content/document.ts'
import { wallValue } from '../content/foreign.ts'
import type { Block } from '../content/tables/block.ts'
import type { ColumnId, ContenderBlock, Contenders, TableContender } from '../content/tables/contenders.ts'
import { markText } from '../content/verdict-mark.ts'
import { INDENT, tableColumn } from './print-table.ts'

const MIN_BAR_WIDTH = 6
const MAX_BAR_WIDTH = 30
const MIN_PLOT_WIDTH = 15
const MAX_PLOTTED_RATIO = 1.25

/** What a table leaves out to fit. */
interface Layout {
  readonly minWidth: number
  readonly bar: boolean
  readonly cpu: boolean
  readonly reason: boolean
  /** Whether the ratio on the clock that no verdict reads is shown; only where there is one. */
  readonly otherClock: boolean
}

/** From the fullest; a reason goes before a bar, since the warnings say it again. */
const LAYOUTS: readonly Layout[] = [
  { minWidth: 100, bar: true, cpu: true, reason: true, otherClock: true },
  { minWidth: 100, bar: false, cpu: true, reason: true, otherClock: true },
  { minWidth: 100, bar: false, cpu: true, reason: false, otherClock: true },
  { minWidth: 80, bar: false, cpu: false, reason: false, otherClock: true },
  { minWidth: 100, bar: true, cpu: true, reason: true, otherClock: false },
  { minWidth: 100, bar: true, cpu: true, reason: false, otherClock: false },
  { minWidth: 80, bar: false, cpu: true, reason: true, otherClock: false },
  { minWidth: 80, bar: false, cpu: true, reason: false, otherClock: false },
  { minWidth: 60, bar: false, cpu: false, reason: true, otherClock: false },
  { minWidth: 60, bar: false, cpu: false, reason: false, otherClock: false },
]

/**
 * Returns the lines of each block: parts of the fullest table that fits, or stacked lines where none does.
 */
export function printContenders(contenders: Contenders, style: TerminalStyle): string[][] {
  const { blocks, columns } = contenders
  const both = columns.some(({ id }) => id === 'otherRatio')
  const tables = LAYOUTS.filter(layout => style.width >= layout.minWidth)
    .filter(layout => both || !layout.otherClock)
    .map(layout => tableOf(contenders, layout, style))
  const fitting = tables.find(table => table !== null)
  const rows = fitting?.rows ?? blocks.map(block => block.rows.flatMap(row => stackedRow(row, style)))
  const headings = fitting === undefined ? [] : [fitting.heading]
  // The headings stand once: the blocks are parts of one table.
  return blocks.map((block, index) => [
    ...wrap(titleOf(block), style),
    ...(index === 0 ? headings : []),
    ...(rows[index] ?? []),
  ])
}

function titleOf({ title, engine, base, isShared }: ContenderBlock): Phrase {
  const about = engine === '' ? '' : ` ${engine}`
  return [name(title), { text: about, role: 'quiet' }, ...(isShared ? [' against ', name(base)] : [])]
}

interface Table {
  readonly heading: string
  /** Lines by block. */
  readonly rows: readonly (readonly string[])[]
}

function tableOf(contenders: Contenders, layout: Layout, style: TerminalStyle): Table | null {
  const { blocks } = contenders
  const columns = columnsOf(contenders, layout, style)
  const room = style.width - INDENT.length - tableWidth(columns)
  if (room < (layout.bar ? GAP.length + MIN_BAR_WIDTH : 0)) return null
  const bars = layout.bar ? [pictureColumn(blocks, Math.min(room - GAP.length, MAX_BAR_WIDTH), style)] : []
  const [heading = '', ...lines] = tableLines([...columns, ...bars], style).map(line => INDENT + line)
  const rows = blocks.map((block, index) => {
    const start = rowCount(blocks.slice(0, index))
    return lines.slice(start, start + block.rows.length)
  })
  return { heading, rows }
}

function rowCount(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.rows.length, 0)
}

/** One table for all blocks, so that their columns stand below each other. */
function columnsOf({ label, columns, blocks }: Contenders, layout: Layout, style: TerminalStyle): Column[] {
  const rows = blocks.flatMap(block => block.rows)
  const shown = columns.filter(
    ({ id }) => (layout.cpu || id !== 'cpu') && (layout.otherClock || id !== 'otherRatio'),
  )
  return [
    tableColumn(
      label,
      rows.map(row => [row.label]),
    ),
    ...shown.map(({ id, text }) =>
      tableColumn(
        phraseText(text),
        rows.map(row => fieldOf(row, id, layout, style)),
      ),
    ),
  ]
}

function fieldOf(
  { values, result }: TableContender,
  id: ColumnId,
  { reason }: Layout,
  style: TerminalStyle,
): Field {
  const { estimate, mark } = values[id]
  // A case that ran without a CPU reading says so.
  const isUnread = id === 'cpu' && estimate === null && result !== null && wallValue(result) !== null
  if (isUnread) return [glyphs(style).none]
  return { estimate, mark: mark && (reason ? mark : { ...mark, reason: '' }) }
}

/** Where times are near each other their bars are alike, and the ratios show more. */
function pictureColumn(blocks: readonly Block[], width: number, style: TerminalStyle): Column {
  const scale = ratioScale(blocks, width)
  if (scale === null) return barColumn(blocks, width, style)
  const rows = blocks.flatMap(block => block.rows)
  return {
    heading: ratioPlotHeading(scale),
    cells: rows.map(({ isBase, comparison }) =>
      comparison === null && !isBase
        ? cell('')
        : cell(ratioPlot(comparison?.ratio ?? null, scale, style), 'bar'),
    ),
  }
}

/** null where the plot would be too narrow, or a ratio is too far from 1. */
function ratioScale(blocks: readonly Block[], width: number): RatioScale | null {
  const comparisons = blocks.flatMap(block => block.rows.flatMap(({ comparison }) => comparison ?? []))
  const [threshold, ...others] = new Set(comparisons.map(comparison => comparison.threshold))
  if (threshold === undefined || others.length > 0 || width < MIN_PLOT_WIDTH) return null
  const values = comparisons.map(({ ratio }) => Math.abs(Math.log(ratio.value)))
  if (Math.exp(Math.max(...values)) > MAX_PLOTTED_RATIO) return null
  const ends = comparisons.flatMap(({ ratio }) => [1 / ratio.lower, ratio.upper])
  const furthest = Math.max(...ends, (1 + threshold) ** 2)
  const reach = Math.min(furthest, MAX_PLOTTED_RATIO ** 2)
  // 1 in the middle, and with an odd width it has a column of its own.
  return { low: 1 / reach, high: reach, threshold, width: width - ((width + 1) % 2) }
}

function barColumn(blocks: readonly Block[], width: number, style: TerminalStyle): Column {
  const cells = blocks.flatMap(block => {
    const times = block.rows.map(({ result }) => (result === null ? 0 : (wallValue(result) ?? 0)))
    const longest = Math.max(...times)
    return times.map(time => cell(longest > 0 ? bar(time / longest, width, style) : '', 'bar'))
  })
  return { heading: '', cells }
}

function stackedRow({ label, values }: TableContender, style: TerminalStyle): string[] {
  const { mark } = values.verdict
  const ratio = values.ratio.estimate
  const verdict: Phrase = [
    ...(mark === null ? [] : [{ text: markText(mark), role: mark.role }]),
    ...(ratio === null ? [] : [` ${joined(ratio)}`]),
  ]
  const times = [['wall', values.wall.estimate] as const, ['CPU', values.cpu.estimate] as const].flatMap(
    ([clock, text]) => (text === null ? [] : [[`${clock} ${joined(text)}`]]),
  )
  return [[label], verdict, joinPhrases(times, ', ')]
    .filter(phrase => phrase.length > 0)
    .flatMap((phrase, index) => wrap(phrase, style, { first: index === 0 ? INDENT : INDENT + INDENT }))
}
