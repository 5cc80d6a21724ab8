import { axisY, dot, type Markish, rectX, ruleX, ruleY, text } from '@observablehq/plot'
import { joined } from '@steelyard/text'
import { isNested, type RatioLine, type Ratios } from '../content/document.ts'
import { draw, WIDE_CHART_WIDTH } from './draw/draw.ts'
import { logAxisX, logDomain } from './draw/log-axis.ts'
import { color, seriesColor, seriesSymbol } from './draw/palette.ts'
import { shortened, shortNames } from './draw/short-names.ts'

/** Pixels left of the frame, for names. */
const LABEL_WIDTH = 172

const INDENT = 12
const MOST_LETTERS = 22
/** The line of a group is empty but for its name. */
const MOST_LETTERS_OF_A_GROUP = 60
/** Width of a ratio with its interval in digits, and of a verdict, pixels. */
const DIGITS_WIDTH = 150
const MARK_WIDTH = 96
const ROW_HEIGHT = 17

/** Where a text stands that ends a row, right of the frame. */
const AT_END = { y: 'key', frameAnchor: 'right', textAnchor: 'start' } as const

/** One line of the axis: the name of a group, or a row of it. */
interface Line {
  readonly key: string
  readonly name: string
  readonly row: RatioLine | null
}

type Drawn = RatioLine & NonNullable<RatioLine['ratio']> & { readonly key: string }

const RULES: Readonly<Record<RatioLine['look'], { strokeWidth: number; strokeDasharray?: string }>> = {
  thick: { strokeWidth: 3 },
  mean: { strokeWidth: 3 },
  thin: { strokeWidth: 1 },
  range: { strokeWidth: 3, strokeDasharray: '2 2' },
  hollow: { strokeWidth: 1, strokeDasharray: '2 2' },
}

/**
 * Returns ratios with their intervals as a forest plot, SVG text: the band of the threshold δ around 1, in it that of the
 * bias allowance β, by which each interval is drawn on, thin. One that is wider than the plot ends with a sign at its frame.
 */
export function ratiosChart(
  title: string,
  { ratios, threshold, biasAllowance, ...rules }: Omit<Ratios, 'title' | 'about' | 'label'>,
): string {
  const lines = linesOf(
    ratios.map(line => ({ ...line, label: isNested(line) ? `\u2003${line.label}` : line.label })),
  )
  const drawn = lines.flatMap(({ key, row }) => (row?.ratio ? [{ ...row, ...row.ratio, key }] : []))
  const limit = 1 + (threshold ?? 0)
  const domain = logDomain([...rules.domain.filter(end => end > 0), 1 / limit, limit])
  const { grid, axis } = logAxisX(domain, 'time relative to the base')
  const marked = drawn.filter(({ role }) => role !== null)
  const right = DIGITS_WIDTH + (marked.length > 0 ? MARK_WIDTH : 0)
  return draw(title, {
    width: WIDE_CHART_WIDTH,
    height: lines.length * ROW_HEIGHT + 44,
    marginLeft: LABEL_WIDTH,
    marginRight: right,
    marginTop: 4,
    marginBottom: 40,
    y: { type: 'band', domain: lines.map(line => line.key), padding: 0 },
    x: { type: 'log', domain, clamp: true },
    marks: [
      bandAround1(threshold, 'threshold'),
      bandAround1(biasAllowance, 'allowance'),
      grid,
      ruleX([1], { stroke: color('quiet') }),
      ...rowNames(lines),
      // What the marks of a runtime have in common is then said once.
      ...Array.from(Map.groupBy(drawn, row => row.runtime)).flatMap(([runtime, rows]) =>
        runtimeMarks(rows, runtime, 1 + (biasAllowance ?? 0)),
      ),
      text(drawn, { ...AT_END, text: row => (row.text === null ? '' : joined(row.text)), dx: 10 }),
      text(marked, {
        ...AT_END,
        text: 'note',
        dx: DIGITS_WIDTH + 10,
        fill: row => color(row.role ?? 'quiet'),
      }),
      ...goesOn(drawn, domain),
      axis,
    ],
  })
}

/** Rows with the lines they stand on, the name of each group as a line of its own above. */
function linesOf(rows: readonly RatioLine[]): Line[] {
  const groups = Map.groupBy(rows, row => row.group)
  return Array.from(groups).flatMap(([group, members], index) => [
    ...(groups.size > 1 ? [{ key: `${index}`, name: group, row: null }] : []),
    ...members.map((row, place) => ({ key: `${index} ${place}`, name: row.label, row })),
  ])
}

/** The names left of the frame, each with a title for the pointer. */
function rowNames(lines: readonly Line[]): Markish[] {
  const rows = lines.filter(line => line.row !== null)
  const left = { y: 'key', frameAnchor: 'left', textAnchor: 'start' } as const
  const heads = lines.filter(line => line.row === null)
  const indent = heads.length > 0 ? INDENT : 0
  const names = shortNames(
    rows.map(line => line.name),
    MOST_LETTERS,
  )
  return [
    axisY({ label: null, tickSize: 0, ticks: [] }),
    text(heads, {
      ...left,
      text: line => shortened(line.name, MOST_LETTERS_OF_A_GROUP),
      dx: -LABEL_WIDTH,
      fontWeight: 600,
    }),
    text(rows, {
      ...{ ...left, text: line => names.get(line.name), dx: indent - LABEL_WIDTH, fill: color('quiet') },
      title: ({ row }) => row && rowTitle(row),
    }),
  ]
}

function runtimeMarks(rows: readonly Drawn[], runtime: string, widening: number): Markish[] {
  const stroke = seriesColor(runtime)
  const own = (look: RatioLine['look']) => rows.filter(row => row.look === look)
  const points = { x: 'value', y: 'key', symbol: seriesSymbol(runtime)[0], stroke, title: rowTitle } as const
  return [
    ruleY(widening === 1 ? [] : own('thick'), {
      y: 'key',
      x1: row => row.lower / widening,
      x2: row => row.upper * widening,
      stroke,
    }),
    ...(Object.keys(RULES) as RatioLine['look'][]).map(look =>
      ruleY(own(look), { y: 'key', x1: 'lower', x2: 'upper', stroke, ...RULES[look] }),
    ),
    dot(own('thick'), { ...points, r: 3, fill: stroke }),
    dot(own('thin'), { ...points, r: 2, fill: stroke }),
    dot(own('hollow'), { ...points, r: 2, fill: color('paper') }),
    dot(own('mean'), { x: 'value', y: 'key', r: 5, symbol: 'diamond', fill: color('ink') }),
  ]
}

/** Returns a band around 1 that is symmetrical in the logarithm; nothing for no fraction. */
function bandAround1(fraction: number | null, fill: string): Markish {
  if (fraction === null || fraction === 0) return null
  return rectX([1], { x1: 1 / (1 + fraction), x2: 1 + fraction, fill: color(fill) })
}

/** Returns a sign at the edge of the frame for each interval that goes on beyond it. */
function goesOn(rows: readonly Drawn[], [least, most]: readonly [number, number]): Markish[] {
  const sign = (some: readonly Drawn[], frameAnchor: 'left' | 'right', letter: string) =>
    text(some, {
      ...{ y: 'key', frameAnchor, textAnchor: 'middle', text: () => letter },
      ...{ fill: color('ink'), stroke: color('paper'), strokeWidth: 3 },
    })
  const [low, high] = [rows.filter(({ lower }) => lower < least), rows.filter(({ upper }) => upper > most)]
  return [sign(low, 'left', '◂'), sign(high, 'right', '▸')]
}

function rowTitle({ group, label, text: ratio, note }: RatioLine): string {
  const subject = group === '' || group === label.trim() ? label.trim() : `${label.trim()}, ${group}`
  return [subject, ratio === null ? '' : joined(ratio), note].filter(part => part !== '').join(': ')
}
