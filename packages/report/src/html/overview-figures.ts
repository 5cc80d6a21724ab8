import type { RunRecord } from '@steelyard/record'
import { formatPercent } from '@steelyard/text'
import { estimateChart } from '../charts/estimate-chart.ts'
import { forestChart } from '../charts/forest-chart.ts'
import { ratioRows, rulesOf } from '../charts/ratio-rows.ts'
import { wallSpan } from '../content/foreign.ts'
import { ratioHeading } from '../content/ratio-heading.ts'
import { iterationName, paramsText, type Section } from '../content/section.ts'
import { type CaseTable, comparisonsOf } from './contender-rows.ts'
import { ratiosTable, timesTable } from './contender-table.ts'
import type { Figure } from './figure.ts'

/** Returns the pictures of a whole section: its ratios with their rules, and its times. */
export function overviewFigures(section: Section, table: CaseTable, targets: RunRecord['targets']): Figure[] {
  return [ratiosFigure(section, table, targets), timesFigure(section, table)].filter(
    figure => figure !== null,
  )
}

/** Returns what a picture of a section is named by. */
export function subjectOf({ suite, params }: Section): string {
  return [suite.name, paramsText(params)].filter(text => text !== '').join(', ')
}

function ratiosFigure(section: Section, table: CaseTable, targets: RunRecord['targets']): Figure | null {
  const comparisons = comparisonsOf(table.cases.flatMap(each => each.rows))
  if (comparisons.length === 0) return null
  const rules = rulesOf(comparisons)
  const hollow = comparisons.some(each => !each.paired) ? ' Hollow: did not share launches.' : ''
  return {
    title: `${capital(ratioHeading(table.blocks, section))}.`,
    hint: `Head time ÷ base time, the thick line its interval.${bandsText(rules)}${hollow}`,
    svg: forestChart(`${subjectOf(section)}: ratios with intervals`, ratioRows(comparisons, targets), {
      ...rules,
      digits: false,
    }),
    table: ratiosTable(table),
  }
}

function timesFigure(section: Section, table: CaseTable): Figure | null {
  const rows = table.cases
    .flatMap(each => each.rows)
    .flatMap(({ result, runtime }) => {
      const wallNs = wallSpan(result)
      const about = { group: result.case, label: result.target, runtime, cpuNs: result.cpuNs }
      return wallNs === null ? [] : [{ ...about, wallNs }]
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
    table: timesTable(table),
  }
}

function bandsText({ threshold, biasAllowance }: ReturnType<typeof rulesOf>): string {
  if (threshold === null || biasAllowance === null) return ''
  return ` Band around 1: threshold δ, ${formatPercent(threshold)}, and darker the bias allowance β, ${formatPercent(biasAllowance)}, by which the thin line is longer.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
