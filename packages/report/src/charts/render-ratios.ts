import type { CombinationRecord, ComparisonRecord, RunRecord } from '@steelyard/record'
import { combinationDocument } from '../content/combination/combination-document.ts'
import { paramsText, sectionsOf } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'
import { comparisonRatios } from './comparison-ratios.ts'
import { svgFile } from './draw/draw.ts'
import { ratiosChart } from './ratios-chart.ts'

const RICH = { unicode: true }

/**
 * Returns the ratios of a record's paired comparisons with their numbers, the text of an SVG file that needs nothing else;
 * null when nothing was paired.
 */
export function renderForest(unsafe: RunRecord): string | null {
  const record = shownRecord(unsafe)
  const { targets, suites } = record
  const sections = sectionsOf(record)
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
  return svgFile(ratiosChart(title, comparisonRatios(comparisons, targets, groupOf)))
}

/** Returns the forest plot of a combination, the text of an SVG file that needs nothing else. */
export function renderMachines(combination: CombinationRecord): string {
  const { title, blocks, threshold } = combinationDocument(combination, RICH)
  const domains = blocks.flatMap(({ domain }) => domain)
  return svgFile(
    ratiosChart(title, {
      ...{ threshold, biasAllowance: null, hint: '', notes: [] },
      ratios: blocks.flatMap(({ ratios }) => ratios),
      domain: [Math.min(1, ...domains), Math.max(1, ...domains)],
    }),
  )
}
