import type { VersionRow } from '../terminal/render-versions.ts'
import { svgFile } from './draw/draw.ts'
import { forestChart } from './forest-chart.ts'

/** Returns versions and their ratios to the first as the text of an SVG file; null when there is no ratio to draw. */
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
