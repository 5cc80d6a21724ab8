import type { ResultRecord, RunRecord } from '@steelyard/record'
import { median, quantile } from '@steelyard/stats'
import type { TerminalStyle } from '@steelyard/text'
import {
  type Column,
  cell,
  displayWidth,
  formatCount,
  GAP,
  glyphs,
  name,
  type Phrase,
  type SparklineScale,
  sanitize,
  sparkline,
  sparklineHeading,
  tableLines,
  wrap,
} from '@steelyard/text'
import { mainAxis } from '../content/axis.ts'
import { paramsText, type Section, sectionsOf } from '../content/section.ts'
import { type Block, blocksOf } from '../content/tables/block.ts'
import { INDENT, rightColumn } from './print-table.ts'

const MIN_LINE_WIDTH = 16
const MAX_LINE_WIDTH = 72
/** Of each contender: what lies further out falls into the end columns. */
const SHOWN_SHARE = 0.98
/** A scale reaches at least so far to both sides of the median. */
const LEAST_REACH = 1.1

const ABOUT =
  ": the distribution of times, in multiples of the contender's median, all launches together; the end columns hold everything beyond"

/** A contender with its samples, each divided by their median. */
interface Spread {
  readonly label: string
  readonly relative: readonly number[]
}

/**
 * Returns how the samples of every contender are spread, for a terminal: a line each, on one scale for all contenders
 * of a section. Empty where no result has samples. No line is wider than `style.width` (at least 40).
 */
export function renderDistributions(record: RunRecord, style: TerminalStyle): string {
  const parts = sectionsOf(sanitize(record)).flatMap(section => sectionLines(section, style))
  return parts.length === 0 ? '' : [...wrap(titleText(), style), ...parts].join('\n')
}

function titleText(): Phrase {
  return [{ text: 'Samples', role: 'title' }, ABOUT]
}

function sectionLines(section: Section, style: TerminalStyle): string[] {
  const blocks = blocksOf(section, mainAxis(section))
    .map(block => ({ title: block.title, spreads: spreadsOf(block) }))
    .filter(({ spreads }) => spreads.length > 0)
  if (blocks.length === 0) return []
  const spreads = blocks.flatMap(block => block.spreads)
  const ends = endsOf(spreads)
  const figures = figureColumns(spreads, style)
  const labelWidth = Math.max(...spreads.map(({ label }) => displayWidth(label)))
  const figuresWidth = figures.reduce((sum, { heading }) => sum + GAP.length + heading.length, 0)
  const room = style.width - INDENT.length - labelWidth - GAP.length
  const hasFigures = room - figuresWidth >= MIN_LINE_WIDTH
  const isStacked = room < MIN_LINE_WIDTH
  const width = isStacked ? style.width - 2 * INDENT.length : room - (hasFigures ? figuresWidth : 0)
  const scale = { ...ends, width: Math.min(MAX_LINE_WIDTH, width) }
  const lines = isStacked
    ? stackedLines(spreads, scale, style)
    : tableText(spreads, scale, hasFigures ? figures : [], style)
  let next = 1
  return [
    ...wrap([name(section.suite.name), paramsOf(section)], style),
    ...blocks.flatMap(({ title, spreads: own }, index) => {
      const each = isStacked ? 2 : 1
      const rows = lines.slice(next, next + each * own.length)
      next += each * own.length
      return [...wrap([title], style), ...(index === 0 ? lines.slice(0, 1) : []), ...rows]
    }),
  ]
}

function paramsOf({ params }: Section): string {
  const text = paramsText(params)
  return text === '' ? '' : ` ${text}`
}

function spreadsOf({ rows }: Block): Spread[] {
  return rows.flatMap(({ label, result }) => {
    const samples = result === null || result.status === 'unsupported' ? [] : samplesOf(result)
    // A clock that saw nothing has no place on a scale of ratios.
    const middle = samples.length < 2 ? 0 : median(samples)
    return middle > 0 ? [{ label, relative: samples.map(sample => sample / middle) }] : []
  })
}

function samplesOf({ launches, foreign }: ResultRecord): readonly number[] {
  return foreign?.samplesNs ?? launches.flatMap(({ wallNs }) => wallNs)
}

function endsOf(spreads: readonly Spread[]): Omit<SparklineScale, 'width'> {
  const beyond = (1 - SHOWN_SHARE) / 2
  const positive = spreads.map(({ relative }) => relative.filter(value => value > 0))
  const lows = positive.map(values => quantile(values, beyond))
  const highs = positive.map(values => quantile(values, 1 - beyond))
  return { low: Math.min(...lows, 1 / LEAST_REACH), high: Math.max(...highs, LEAST_REACH) }
}

function figureColumns(spreads: readonly Spread[], style: TerminalStyle): Column[] {
  const { times } = glyphs(style)
  const figure = (heading: string, of: (values: readonly number[]) => string) =>
    rightColumn(
      heading,
      spreads.map(({ relative }) => of(relative)),
    )
  const ratio = (value: number) => `${value < 9.95 ? value.toFixed(2) : formatCount(value)}${times}`
  return [
    figure('samples', values => String(values.length)),
    figure('p95', values => ratio(quantile(values, 0.95))),
    figure('max', values => ratio(quantile(values, 1))),
  ]
}

function tableText(
  spreads: readonly Spread[],
  scale: SparklineScale,
  figures: readonly Column[],
  style: TerminalStyle,
): string[] {
  const columns: Column[] = [
    { heading: '', cells: spreads.map(({ label }) => cell(label)) },
    {
      heading: sparklineHeading(scale, style),
      cells: spreads.map(({ relative }) => cell(sparkline(relative, scale, style), 'bar')),
    },
    ...figures,
  ]
  return tableLines(columns, style).map(line => INDENT + line)
}

/** The heading, then two lines for each. */
function stackedLines(spreads: readonly Spread[], scale: SparklineScale, style: TerminalStyle): string[] {
  const [heading = '', ...lines] = tableLines(
    [
      {
        heading: sparklineHeading(scale, style),
        cells: spreads.map(({ relative }) => cell(sparkline(relative, scale, style), 'bar')),
      },
    ],
    style,
  )
  const indented = (line: string) => INDENT + INDENT + line
  const labels = spreads.map(
    ({ label }) => wrap([label], style, { first: INDENT, rest: INDENT.length })[0] ?? '',
  )
  return [indented(heading), ...lines.flatMap((line, index) => [labels[index] ?? '', indented(line)])]
}
