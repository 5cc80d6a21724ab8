import type { ResultRecord, ServerRecord } from '@steelyard/record'
import { distributionChart } from '../charts/distribution-chart.ts'
import type { LaunchPanel } from '../charts/launch-panel.ts'
import { timelineChart } from '../charts/timeline-chart.ts'
import type { SectionPart } from '../content/report-document.ts'
import { callsPart } from './calls-part.ts'
import type { CaseRows, ContenderRow } from './contender-rows.ts'
import { caseTableMarkup } from './contender-table.ts'
import { figureMarkup } from './figure.ts'
import { distributionTable, timelineTable } from './launch-tables.ts'
import { html, type Markup } from './markup.ts'

/**
 * Returns what was found of one case: its numbers by target, then its samples by launch, spread and in time.
 *
 * @param mostPoints of one line in a picture
 */
export function casePart(found: CaseRows, { section, contenders }: SectionPart, mostPoints: number): Markup {
  return html`<section class="case">
<h4><code>${found.case}</code></h4>
${caseTableMarkup(found, contenders)}
${launchFigures(found.case, withLaunches(found.rows), mostPoints)}
${callsPart(found, section)}
</section>
`
}

/** How long the turns of each launch were: what a sample holds is the time of one request. */
function turnsNs(launches: ResultRecord['launches'], server: ServerRecord): number[][] {
  return launches.map(({ group, launch }) => {
    const found = server.launches.find(each => each.group === group && each.launch === launch)
    return found?.turns.map(({ durationNs }) => durationNs) ?? []
  })
}

/** Each contender once, though its rows may have different bases; none where a launch is one start. */
function withLaunches(rows: readonly ContenderRow[]): readonly ContenderRow[] {
  const byTarget = new Map(rows.map(row => [row.result.target, row]))
  return Array.from(byTarget.values()).filter(
    row => row.result.launches.length > 0 && row.result.start === undefined,
  )
}

function launchFigures(caseId: string, rows: readonly ContenderRow[], mostPoints: number): Markup | null {
  if (rows.length === 0) return null
  const panels: LaunchPanel[] = rows.map(({ result, runtime }) => ({
    label: result.target,
    runtime,
    launches: result.launches,
    contendedShare: result.contendedShare ?? null,
    samplesNs: result.server === undefined ? null : turnsNs(result.launches, result.server),
  }))
  const longest = Math.max(...panels.flatMap(({ launches }) => launches.map(({ wallNs }) => wallNs.length)))
  const thinned = longest > mostPoints ? ` Drawn: ${mostPoints} of up to ${longest} samples.` : ''
  const dots = panels.some(({ contendedShare }) => contendedShare) ? ' Dots: contended.' : ''
  return html`<div class="figures">
${figureMarkup({
  title: 'Samples by launch.',
  hint: `A line for each launch: the share of its samples that took no longer.${dots}${thinned}`,
  svg: distributionChart(`${caseId}: distribution of samples by launch`, panels, mostPoints),
  table: distributionTable(caseId, rows),
})}
${figureMarkup({
  title: 'Inside the launches.',
  hint: `A line for each launch, from its first timed batch on.${earlyHint(rows)}${dots}${thinned}`,
  svg: timelineChart(`${caseId}: samples over the time of each launch`, panels, mostPoints),
  table: timelineTable(caseId, rows),
})}
</div>`
}

function earlyHint(rows: readonly ContenderRow[]): string {
  const isGivenUp = rows.some(({ result }) => result.launches.some(({ early }) => early.length > 0))
  return isGivenUp ? ' Dashed: windows discarded as warm-up.' : ''
}
