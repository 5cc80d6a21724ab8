import {
  bar,
  cell,
  colorize,
  counted,
  displayWidth,
  NO_BREAK_SPACE,
  type Phrase,
  pad,
  type TerminalStyle,
  tableLines,
  wrap,
} from '@steelyard/text'
import { shortened } from '../charts/draw/short-names.ts'
import type { MatrixCell } from '../content/matrix/cell.ts'
import { type Matrix, transposed } from '../content/matrix/matrix.ts'
import { signMeanings } from '../content/matrix/sign-meanings.ts'
import { INDENT } from './print-table.ts'

/** What the fields of a matrix show besides ratio and sign; a narrow terminal gets less of it. */
interface Layout {
  /** Whether each field has its own time, and not the base alone. */
  readonly hasTimes: boolean
  readonly hasIntervals: boolean
  /** Whether open ratios are followed by what is known. */
  readonly hasRanges: boolean
  readonly barWidth: number
}

const PLAIN: Layout = { hasTimes: false, hasIntervals: false, hasRanges: false, barWidth: 0 }
const INTERVALS: Layout = { ...PLAIN, hasIntervals: true }
const BARS: readonly Layout[] = [10, 8, 6, 4].map(barWidth => ({ ...PLAIN, barWidth }))
/** From most to least; the first one that fits is taken. */
const DETAILED: readonly Layout[] = [true, false].flatMap(hasTimes => [
  ...[24, 16, 8, 0].map(barWidth => ({ ...INTERVALS, hasTimes, hasRanges: true, barWidth })),
  ...[16, 8, 0].map(barWidth => ({ ...INTERVALS, hasTimes, barWidth })),
])

/** screen: bars may take the place of intervals. numbers: intervals come first. */
export type Detail = 'screen' | 'numbers'

/** More columns than these are an overview, in which a field has room for little. */
const MOST_DETAILED = 2
/** Share of the width for the names of rows, and least width of a column. */
const NAME_SHARE = 0.36
const LEAST_NAME = 12

/**
 * Returns a matrix with its title and its footnotes. What does not fit is dropped, intervals and bars first and columns
 * last: no line is wider than `style.width`. All bars have one scale.
 */
export function printMatrix(
  matrix: Matrix,
  style: TerminalStyle,
  detail: Detail,
  isAlone: boolean,
): string[] {
  const turned = transposed(matrix)
  // Few rows have more room when they are columns.
  const isWide = matrix.rows.length <= MOST_DETAILED && matrix.columns.length > MOST_DETAILED
  const tried = isWide ? [turned, matrix] : [matrix, turned]
  const fit = tried.map(each => fitting(each, style, layoutsOf(each, detail, isAlone)))
  const shown = fit.find(each => each !== null) ?? cutToFit(matrix, style)
  const { title, about } = matrix
  return [
    ...wrap([{ text: title.toUpperCase(), role: 'title' }, `${NO_BREAK_SPACE} ${about}`], style),
    ...shown.lines,
    ...legendLines(matrix, shown.layout, style),
  ]
}

function fitting(matrix: Matrix, style: TerminalStyle, layouts: readonly Layout[]) {
  for (const layout of layouts) {
    const lines = linesOf(matrix, layout, style)
    if (lines.every(line => displayWidth(line) <= style.width)) return { lines, layout }
  }
  return null
}

/** From most to least; `isAlone` where it is the only matrix of its suite. */
function layoutsOf({ axis, columns }: Matrix, detail: Detail, isAlone: boolean): readonly Layout[] {
  const heads = columns.filter(({ isBase }) => !isBase).length
  if (heads < MOST_DETAILED || columns.length <= MOST_DETAILED) {
    const isTimed = axis === 'cases' && isAlone
    // A base in a column of its own leaves nothing below each other to compare by length.
    const isDrawn = !columns.some(({ isBase }) => isBase)
    const fit = DETAILED.filter(each => (isTimed || !each.hasTimes) && (isDrawn || each.barWidth === 0))
    return [...fit, PLAIN]
  }
  return axis === 'cases' && detail === 'screen' ? [...BARS, INTERVALS, PLAIN] : [INTERVALS, PLAIN]
}

/** Returns the columns that there is room for, and how many are left out. */
function cutToFit(matrix: Matrix, style: TerminalStyle) {
  for (let count = matrix.columns.length - 1; count > 0; count--) {
    const part = {
      ...matrix,
      columns: matrix.columns.slice(0, count),
      cells: matrix.cells.map(row => row.slice(0, count)),
    }
    const shown = fitting(part, style, [PLAIN])
    const more = `${INDENT}and ${counted(matrix.columns.length - count, 'more column')}`
    if (shown !== null) return { ...shown, lines: [...shown.lines, more] }
  }
  return { lines: [], layout: PLAIN }
}

function linesOf(matrix: Matrix, layout: Layout, style: TerminalStyle): string[] {
  const names = matrix.rows.map(({ label }) => cell(shortName(label, style)))
  const columns = matrix.columns.map(({ label }, index) => ({
    heading: shortName(label, style),
    cells: columnFields(index, matrix, layout, style).map(text => cell(text)),
  }))
  return tableLines([{ heading: '', cells: names }, ...columns], style).map(line => INDENT + line)
}

/** Returns a name without its middle where it would take more than its share of a line. */
export function shortName(name: string, { width }: TerminalStyle): string {
  return shortened(name, Math.max(LEAST_NAME, Math.floor(width * NAME_SHARE)))
}

/** The fields of one column, its parts below each other: time, ratio, interval, sign, bar and marks. */
function columnFields(column: number, matrix: Matrix, layout: Layout, style: TerminalStyle): string[] {
  const cells = matrix.cells.flatMap(row => row[column] ?? [])
  const isUniform = hasOneSign(matrix) && layout.barWidth > 0
  const parts = cells.map(each => partsOf(each, matrix, layout, isUniform, style))
  const count = Math.max(0, ...parts.map(({ length }) => length))
  const widths = Array.from({ length: count }, (_, part) =>
    Math.max(0, ...parts.map(each => displayWidth(each[part] ?? ''))),
  )
  return cells.map(({ kind, missing, role }, index) => {
    if (kind === 'missing' && missing !== '') return colorize(missing, role, style)
    const shown = widths.flatMap((width, part) =>
      width === 0 ? [] : [pad(parts[index]?.[part] ?? '', width, part < NUMBERS ? 'right' : 'left')],
    )
    return shown.join(' ').trimEnd()
  })
}

/** The first parts are numbers, which end at the same place. */
const NUMBERS = 2

function partsOf(
  { kind, time, ratio, text, sign, role, known, marks }: MatrixCell,
  { axis, scale: [, most] }: Matrix,
  { hasTimes, hasIntervals, hasRanges, barWidth }: Layout,
  isUniform: boolean,
  style: TerminalStyle,
): string[] {
  if (kind === 'missing') return []
  const isBase = kind === 'base'
  // The base alone has its time where others have their ratio.
  const baseText = axis === 'targets' ? time : '1.0'
  const value = isBase ? (hasTimes ? '' : baseText) : (text?.value ?? '')
  return [
    hasTimes ? time : '',
    colorize(value, isBase ? null : role, style),
    hasIntervals ? (text?.interval ?? '') : '',
    isUniform ? '' : colorize(sign, role, style),
    ratio === null || barWidth === 0 ? '' : colorize(bar(ratio / most, barWidth), 'bar', style),
    (hasRanges && role === 'inconclusive' && known !== '' ? `${known} ` : '') + marks.join(''),
  ]
}

function hasOneSign({ cells }: Matrix): boolean {
  const signs = cells.flat().flatMap(({ kind, sign }) => (kind === 'ratio' ? [sign] : []))
  return signs.length > 1 && new Set(signs).size === 1
}

/** What signs and marks mean, and the intervals where the fields have none. */
function legendLines(matrix: Matrix, layout: Layout, style: TerminalStyle): string[] {
  const ratios = matrix.cells.flat().filter(({ kind }) => kind === 'ratio')
  const meanings = signMeanings(matrix)
  const isUniform = layout.barWidth > 0 && hasOneSign(matrix)
  const intervals = layout.hasIntervals || ratios.length === 0 ? [] : [intervalsText(ratios)]
  const legend = `${isUniform ? 'all ' : ''}${[...meanings, ...intervals].join(', ')}`
  const notes = matrix.footnotes.map(({ mark, text }): Phrase => [mark === '' ? '' : `${mark} `, ...text])
  return [
    ...(legend === '' ? [] : wrap([{ text: legend, role: 'quiet' }], style, { first: INDENT })),
    ...notes.flatMap(note => wrap(note, style, { first: INDENT, rest: 4 })),
  ]
}

/** `±2 to 6 %`. */
function intervalsText(ratios: readonly MatrixCell[]): string {
  const shares = ratios.flatMap(({ text, comparison }) =>
    text === null || comparison === null
      ? []
      : [{ text: text.interval, width: comparison.ratio.upper / comparison.ratio.lower }],
  )
  const sorted = shares.toSorted((a, b) => a.width - b.width)
  const [least, most] = [sorted[0]?.text ?? '', sorted.at(-1)?.text ?? '']
  return least === most ? least : `${least.replace(/ %$/, '')} to ${most.replace(/^[^\d<>]+/, '')}`
}
