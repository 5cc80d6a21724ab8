import type { RunRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import {
  alignedEstimates,
  bar,
  type Column,
  cell,
  formatRatio,
  GAP,
  glyphs,
  joined,
  joinPhrases,
  name,
  type Phrase,
  type RatioScale,
  ratioPlot,
  ratioPlotHeading,
  ratioText,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import type { Axis } from '../content/axis.ts'
import type { Block, Row } from '../content/block.ts'
import { engineText } from '../content/engine-text.ts'
import { cpuText, wallText, wallValue } from '../content/foreign.ts'
import { hasBothClocks, otherClockHeading, ratioHeading } from '../content/ratio-heading.ts'
import { rowMark } from '../content/row-mark.ts'
import { iterationName, type Section } from '../content/section.ts'
import { markText } from '../content/verdict-mark.ts'

const INDENT = '  '
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
export function renderBlocks(
  blocks: readonly Block[],
  axis: Axis,
  section: Section,
  targets: RunRecord['targets'],
  style: TerminalStyle,
): string[][] {
  const titles = blocks.map(block => wrap(titleOf(block, blocks, axis, targets), style))
  const both = hasBothClocks(blocks, axis)
  const tables = LAYOUTS.filter(layout => style.width >= layout.minWidth)
    .filter(layout => both || !layout.otherClock)
    .map(layout => tableOf(blocks, axis, section, layout, style))
  const fitting = tables.find(table => table !== null)
  const rows = fitting?.rows ?? blocks.map(block => block.rows.flatMap(row => stackedRow(row, axis, style)))
  const headings = fitting === undefined ? [] : [fitting.heading]
  // The headings stand once: the blocks are parts of one table.
  return titles.map((title, index) => [...title, ...(index === 0 ? headings : []), ...(rows[index] ?? [])])
}

function titleOf(
  { title, base }: Block,
  blocks: readonly Block[],
  axis: Axis,
  targets: RunRecord['targets'],
): Phrase {
  const engine = axis === 'cases' ? targets.find(target => target.id === title)?.engine : undefined
  const about = engine === undefined ? '' : ` ${engineText(engine)}`
  const isShared = blocks.some(other => other.title === title && other.base !== base)
  return [name(title), { text: about, role: 'quiet' }, ...(isShared ? [' against ', name(base)] : [])]
}

interface Table {
  readonly heading: string
  /** Lines by block. */
  readonly rows: readonly (readonly string[])[]
}

function tableOf(
  blocks: readonly Block[],
  axis: Axis,
  section: Section,
  layout: Layout,
  style: TerminalStyle,
): Table | null {
  const columns = columnsOf(blocks, axis, section, layout, style)
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
function columnsOf(
  blocks: readonly Block[],
  axis: Axis,
  section: Section,
  layout: Layout,
  style: TerminalStyle,
): Column[] {
  const rows = blocks.flatMap(block => block.rows)
  const isForeign = rows.some(({ result }) => result?.foreign !== undefined)
  const column = (heading: string, texts: readonly string[]) => ({
    heading,
    cells: texts.map(text => cell(text)),
  })
  const wall = rows.map(({ result }) => (result === null ? null : wallText(result, style)))
  const cpu = rows.map(({ result }) => (result === null ? null : cpuText(result, style)))
  const ratio = rows.map(({ comparison }) =>
    comparison === null ? null : ratioText(comparison.ratio, style),
  )
  const other = rows.map(({ comparison }) =>
    comparison?.otherClockRatio ? ratioText(comparison.otherClockRatio, style) : null,
  )
  const marks = rows.map(row => rowMark(row, axis, style))
  return [
    column(
      axis === 'cases' ? 'case' : 'target',
      rows.map(row => row.label),
    ),
    column(`wall/${iterationName(section)}`, alignedEstimates(wall)),
    ...(layout.cpu
      ? [column(`CPU/${iterationName(section)}`, withNone(alignedEstimates(cpu), rows, style))]
      : []),
    ...(isForeign ? [] : [column(ratioHeading(blocks, section), alignedEstimates(ratio))]),
    ...(layout.otherClock ? [column(otherClockHeading(rows), alignedEstimates(other))] : []),
    {
      heading: 'verdict',
      cells: marks.map(mark =>
        mark === null ? cell('') : cell(markText(layout.reason ? mark : { ...mark, reason: '' }), mark.role),
      ),
    },
  ]
}

/** A case that ran without a CPU reading says so. */
function withNone(texts: readonly string[], rows: readonly Row[], style: TerminalStyle): string[] {
  return texts.map((text, index) => {
    const result = rows[index]?.result ?? null
    return text === '' && result !== null && wallValue(result) !== null ? glyphs(style).none : text
  })
}

/** Where times are near each other their bars are alike, and the ratios tell more. */
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

function stackedRow(row: Row, axis: Axis, style: TerminalStyle): string[] {
  const mark = rowMark(row, axis, style)
  const { result, comparison } = row
  const verdict: Phrase = [
    ...(mark === null ? [] : [{ text: markText(mark), role: mark.role }]),
    ...(comparison === null ? [] : [` ${formatRatio(comparison.ratio, style)}`]),
  ]
  const times = [
    ['wall', result && wallText(result, style)] as const,
    ['CPU', result && cpuText(result, style)] as const,
  ].flatMap(([clock, text]) => (text === null ? [] : [[`${clock} ${joined(text)}`]]))
  return [[row.label], verdict, joinPhrases(times, ', ')]
    .filter(phrase => phrase.length > 0)
    .flatMap((phrase, index) => wrap(phrase, style, { first: index === 0 ? INDENT : INDENT + INDENT }))
}
