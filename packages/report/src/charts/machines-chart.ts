import { dot, ruleY, text } from '@observablehq/plot'
import { joined } from '@steelyard/text'
import type { CombinationBlock } from '../content/combination/combination-document.ts'
import { type ForestRow, isNested } from '../content/combination/forest-rows.ts'
import { color, seriesColor, seriesSymbol } from './draw/palette.ts'
import { AT_END, DIGITS_WIDTH, ratioRows } from './draw/ratio-rows.ts'
import { linesOf } from './draw/row-axis.ts'

const INDENT = '\u2003'

/**
 * Returns machines, their sessions and what they say together as a forest plot, SVG text. Machines are thick, sessions
 * thin, what does not count is hollow and dashed; an interval that is wider than the plot ends with a sign at its frame.
 *
 * @param threshold δ as a fraction, the band around 1
 */
export function machinesChart(title: string, blocks: readonly CombinationBlock[], threshold: number): string {
  const rows = blocks.flatMap(({ name, sides, runtime, rows: own }) =>
    own.map(row => ({
      ...row,
      group: sides === '' ? name : `${name}, ${sides}`,
      label: isNested(row) ? `${INDENT}${row.label}` : row.label,
      runtime,
    })),
  )
  const lines = linesOf(rows)
  const drawn = lines.flatMap(({ key, row }) =>
    row === null || row.ratio === null ? [] : [{ ...row, ...row.ratio, key }],
  )
  const ofKinds = (...kinds: readonly ForestRow['kind'][]) => drawn.filter(({ kind }) => kinds.includes(kind))
  const rule = (some: typeof drawn, strokeWidth: number, strokeDasharray?: string) =>
    ruleY(some, {
      y: 'key',
      x1: 'lower',
      x2: 'upper',
      stroke: row => seriesColor(row.runtime),
      strokeWidth,
      ...(strokeDasharray === undefined ? {} : { strokeDasharray }),
    })
  const point = (some: typeof drawn, { r, isFilled = true }: { r: number; isFilled?: boolean }) =>
    dot(
      some.filter(({ value }) => value !== null),
      {
        x: 'value',
        y: 'key',
        r,
        symbol: seriesSymbol(some[0]?.runtime ?? ''),
        stroke: row => seriesColor(row.runtime),
        fill: row => (isFilled ? seriesColor(row.runtime) : color('paper')),
      },
    )
  const combined = ofKinds('combined')
  return ratioRows(title, {
    ...{ lines, threshold, biasAllowance: null, wider: DIGITS_WIDTH, right: DIGITS_WIDTH },
    ends: blocks.flatMap(block => block.domain),
    marks: [
      rule(ofKinds('session'), 1),
      rule(ofKinds('machine', 'combined'), 3),
      rule(ofKinds('prediction'), 3, '2 2'),
      rule(ofKinds('not counted'), 1, '2 2'),
      point(ofKinds('session'), { r: 2 }),
      point(ofKinds('machine'), { r: 3 }),
      point(ofKinds('not counted'), { r: 2, isFilled: false }),
      dot(combined, { x: 'value', y: 'key', r: 5, symbol: 'diamond', fill: color('ink') }),
      text(drawn, { ...AT_END, text: row => (row.text === null ? '' : joined(row.text)), dx: 10 }),
    ],
    spans: drawn,
    hits: lines.flatMap(({ key, row }) => (row === null ? [] : [{ key, title: rowTitle(row) }])),
  })
}

function rowTitle({ label, text: ratio, note }: ForestRow): string {
  return [label.trim(), ratio === null ? '' : joined(ratio), note].filter(part => part !== '').join(': ')
}
