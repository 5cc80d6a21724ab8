import type { EstimateRecord, TargetRecord } from '@steelyard/store'
import { svgFile } from './charts/draw.ts'
import { forestChart } from './charts/forest-chart.ts'
import { engineText } from './engine-text.ts'
import { ratioText } from './format.ts'
import type { Look } from './look.ts'
import type { Role } from './paint.ts'
import { alignedEstimates, cell, GAP, tableLines, tableWidth } from './table.ts'

/** One version of a runtime, held against another. */
export interface VersionRow {
  /** As a target. */
  readonly name: string
  readonly runtime: string
  readonly engine: TargetRecord['engine']
  /** Against the base; null for the base itself and for what has none. */
  readonly ratio: EstimateRecord | null
  /** What is said of it. */
  readonly remark: string
  readonly role: Role | null
}

const WIDEST_PICTURE = 60
const NARROWEST_PICTURE = 16

/**
 * Returns versions as a table with a picture: a row for each, its ratio to the base as a point on its interval, on one
 * logarithmic scale for all. Where there is no room beside the table the picture comes below.
 */
export function renderVersions(rows: readonly VersionRow[], look: Look): string {
  const ratios = alignedEstimates(rows.map(({ ratio }) => (ratio === null ? null : ratioText(ratio, look))))
  const names = { heading: 'version', cells: rows.map(({ name }) => cell(name)) }
  const columns = [
    names,
    { heading: 'engine', cells: rows.map(({ engine }) => cell(engineText(engine), 'quiet')) },
    { heading: 'ratio to the first', cells: ratios.map(text => cell(text)) },
    { heading: '', cells: rows.map(({ remark, role }) => cell(remark, role)) },
  ]
  const room = (beside: typeof columns) => look.width - tableWidth(beside) - GAP.length
  const picture = (width: number) => pictureColumn(rows, Math.min(WIDEST_PICTURE, width), look)
  if (room(columns) >= NARROWEST_PICTURE) {
    return tableLines([...columns, picture(room(columns))], look).join('\n')
  }
  const below = [names, picture(Math.max(NARROWEST_PICTURE, room([names])))]
  return [...tableLines(columns, look), '', ...tableLines(below, look)].join('\n')
}

/** Returns the same picture as the text of an SVG file; null when there is no ratio to draw. */
export function renderVersionsSvg(
  title: string,
  rows: readonly VersionRow[],
  rules: { readonly threshold: number; readonly biasAllowance: number },
): string | null {
  const drawn = rows.flatMap(({ name, runtime, ratio, remark, role }) =>
    ratio === null
      ? []
      : [{ group: '', label: name, runtime, ratio, mark: remark, markColor: role ?? 'quiet', paired: true }],
  )
  return drawn.length === 0 ? null : svgFile(forestChart(title, drawn, { ...rules, digits: true }))
}

function pictureColumn(rows: readonly VersionRow[], width: number, look: Look) {
  const ends = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio.lower, ratio.upper]))
  const [low, high] = [Math.min(1, ...ends), Math.max(1, ...ends)]
  const place = (ratio: number) =>
    high === low ? 0 : Math.round(((width - 1) * Math.log(ratio / low)) / Math.log(high / low))
  const labels = [low, high].map(end => `${Number(end.toPrecision(3))}`)
  const [left = '', right = ''] = labels
  const [line, span, point] = look.unicode ? ['│', '─', '●'] : ['|', '-', 'o']
  const strip = (ratio: EstimateRecord | null) => {
    const signs = Array.from({ length: width }, () => ' ')
    const { lower, value, upper } = ratio ?? { lower: 1, value: 1, upper: 1 }
    signs[place(1)] = line
    if (ratio !== null) signs.fill(span, place(lower), place(upper) + 1)
    signs[place(value)] = point
    return signs.join('')
  }
  return {
    heading: left + right.padStart(width - left.length),
    cells: rows.map(row => cell(row.ratio === null && row !== rows[0] ? '' : strip(row.ratio), row.role)),
  }
}
