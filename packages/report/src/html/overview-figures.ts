import type { RunRecord } from '@steelyard/record'
import { formatPercent, joined, phraseText } from '@steelyard/text'
import { estimateChart } from '../charts/estimate-chart.ts'
import { forestChart } from '../charts/forest-chart.ts'
import { marginsOf, ratioRows } from '../charts/ratio-rows.ts'
import { wallSpan } from '../content/foreign.ts'
import type { SectionPart } from '../content/report-document.ts'
import { iterationName, paramsText, type Section } from '../content/section.ts'
import { type CaseRows, rowComparisons } from './contender-rows.ts'
import { ratiosTable, timesTable } from './contender-table.ts'
import type { Figure } from './figure.ts'

/** Returns the pictures of a whole section: its ratios with their rules, and its times. */
export function overviewFigures(
  part: SectionPart,
  cases: readonly CaseRows[],
  targets: RunRecord['targets'],
): Figure[] {
  return [ratiosFigure(part, cases, targets), timesFigure(part.section, cases)].filter(
    figure => figure !== null,
  )
}

/** Returns what a picture of a section is named by. */
export function subjectOf({ suite, params }: Section): string {
  return [suite.name, paramsText(params)].filter(text => text !== '').join(', ')
}

function ratiosFigure(
  { section, contenders }: SectionPart,
  cases: readonly CaseRows[],
  targets: RunRecord['targets'],
): Figure | null {
  const comparisons = rowComparisons(cases.flatMap(each => each.rows))
  if (comparisons.length === 0) return null
  const heading = contenders.columns.find(({ id }) => id === 'ratio')?.text ?? []
  const margins = marginsOf(comparisons)
  const hollow = comparisons.some(each => !each.paired) ? ' Hollow: did not share launches.' : ''
  return {
    title: `${capital(phraseText(heading))}.`,
    hint: `Head time ÷ base time, the thick line its interval.${bandsText(margins)}${hollow}`,
    svg: forestChart(`${subjectOf(section)}: ratios with intervals`, ratioRows(comparisons, targets), {
      ...margins,
      digits: true,
    }),
    table: ratiosTable(cases),
  }
}

function timesFigure(section: Section, cases: readonly CaseRows[]): Figure | null {
  const rows = cases
    .flatMap(each => each.rows)
    .flatMap(({ result, runtime, values }) => {
      const wallNs = wallSpan(result)
      if (wallNs === null) return []
      const [wallText, cpuText] = [values.wall, values.cpu].map(
        ({ estimate }) => estimate && joined(estimate),
      )
      const about = { group: result.case, label: result.target, runtime, cpuNs: result.cpuNs }
      return [{ ...about, wallNs, wallText: wallText ?? '', cpuText: cpuText ?? null }]
    })
  if (rows.length === 0) return null
  const iteration = iterationName(section)
  return {
    title: `Time per ${iteration}.`,
    hint: 'Filled: wall time. Hollow: CPU time. On this machine at this hour.',
    svg: estimateChart(
      `${subjectOf(section)}: times per ${iteration} with intervals`,
      rows,
      `time per ${iteration}`,
    ),
    table: timesTable(cases),
  }
}

function bandsText({ threshold, biasAllowance }: ReturnType<typeof marginsOf>): string {
  if (threshold === null || biasAllowance === null) return ''
  return ` Band around 1: threshold δ, ${formatPercent(threshold)}, and darker the bias allowance β, ${formatPercent(biasAllowance)}, by which the thin line is longer.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
