import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import { paramsText, sectionsOf } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'
import { svgFile } from './draw/draw.ts'
import { forestChart } from './forest-chart.ts'
import { marginsOf, ratioRows } from './ratio-rows.ts'

/**
 * Returns the ratios of a record's paired comparisons as a forest plot with its numbers, the text of an SVG file that
 * needs nothing else; null when nothing was paired.
 */
export function renderForest(record: RunRecord): string | null {
  const { targets, suites, ...safe } = shownRecord(record)
  const sections = sectionsOf({ ...safe, targets, suites })
  const comparisons = sections.flatMap(section => section.comparisons).filter(each => each.paired)
  if (comparisons.length === 0) return null
  const groupOf = ({ suite, case: caseId, params }: ComparisonRecord) =>
    [
      suites.length > 1 ? `${suite}/${caseId}` : caseId,
      sections.length > suites.length ? paramsText(params) : '',
    ]
      .filter(part => part !== '')
      .join(', ')
  const title = suites.map(suite => `${suite.name}: ${suite.question}`).join('; ')
  return svgFile(
    forestChart(title, ratioRows(comparisons, targets, groupOf), { ...marginsOf(comparisons), digits: true }),
  )
}
