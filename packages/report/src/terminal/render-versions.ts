import type { EstimateRecord, TargetRecord } from '@steelyard/record'
import type { Role, TerminalStyle } from '@steelyard/text'
import {
  alignedEstimates,
  cell,
  GAP,
  ratioPlot,
  ratioPlotHeading,
  ratioText,
  sanitize,
  tableLines,
  tableWidth,
} from '@steelyard/text'
import { engineText } from '../content/engine-text.ts'

/** One version of a runtime, compared with another. */
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
 * logarithmic scale for all. Where there is no room next to the table the picture comes below.
 */
export function renderVersions(versions: readonly VersionRow[], style: TerminalStyle): string {
  const rows = sanitize(versions)
  const ratios = alignedEstimates(rows.map(({ ratio }) => (ratio === null ? null : ratioText(ratio, style))))
  const names = { heading: 'version', cells: rows.map(({ name }) => cell(name)) }
  const columns = [
    names,
    { heading: 'engine', cells: rows.map(({ engine }) => cell(engineText(engine), 'quiet')) },
    { heading: 'ratio to the first', cells: ratios.map(text => cell(text)) },
    { heading: '', cells: rows.map(({ remark, role }) => cell(remark, role)) },
  ]
  const room = (shown: typeof columns) => style.width - tableWidth(shown) - GAP.length
  const picture = (width: number) => pictureColumn(rows, Math.min(WIDEST_PICTURE, width), style)
  if (room(columns) >= NARROWEST_PICTURE) {
    return tableLines([...columns, picture(room(columns))], style).join('\n')
  }
  const below = [names, picture(Math.max(NARROWEST_PICTURE, room([names])))]
  return [...tableLines(columns, style), '', ...tableLines(below, style)].join('\n')
}

function pictureColumn(rows: readonly VersionRow[], width: number, style: TerminalStyle) {
  const ends = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio.lower, ratio.upper]))
  const scale = { low: Math.min(1, ...ends), high: Math.max(1, ...ends), width, threshold: null }
  const base = { value: 1, lower: 1, upper: 1 }
  return {
    heading: ratioPlotHeading(scale),
    cells: rows.map((row, index) =>
      row.ratio === null && index > 0
        ? cell('', row.role)
        : cell(ratioPlot(row.ratio ?? base, scale, style), row.role),
    ),
  }
}
