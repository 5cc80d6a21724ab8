import type { ResultRecord, RunRecord, ServerRecord } from '@steelyard/record'
import { seriesOf } from '../../charts/draw/palette.ts'
import { histogramChart } from '../../charts/histogram-chart.ts'
import type { LaunchPanel } from '../../charts/launch-panel.ts'
import { launchesChart } from '../../charts/launches-chart.ts'
import { codeOf, descriptionOf } from '../../content/case-code.ts'
import type { SectionPart } from '../../content/report-document.ts'
import type { CaseRows, ContenderRow } from '../../content/tables/contenders.ts'
import { figureMarkup } from '../figure.ts'
import { launchesTable, samplesTable } from '../launch-tables.ts'
import { html, type Markup } from '../markup.ts'
import { callsPart } from './calls-part.ts'

/**
 * Returns what is known of one case besides its times: its description, its code, its samples, spread and by launch, and its single calls; null for
 * nothing.
 *
 * @param mostPoints of one line in a picture
 */
export function casePart(
  found: CaseRows,
  { section }: SectionPart,
  targets: RunRecord['targets'],
  mostPoints: number,
): Markup | null {
  const code = codeOf(section.suite, found.case)
  const source = code === null ? null : html`<pre class="source" tabindex="0"><code>${code}</code></pre>`
  const about = descriptionOf(section.suite, found.case)
  const parts = [
    about === null ? null : html`<p>${about}</p>`,
    source,
    launchFigures(found.case, withLaunches(found.rows), targets, mostPoints),
    callsPart(found, section, targets),
  ]
  return parts.every(part => part === null) ? null : html`${parts}`
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
    row => row.result.launches.length > 0 && row.result.start === null,
  )
}

function launchFigures(
  caseId: string,
  rows: readonly ContenderRow[],
  targets: RunRecord['targets'],
  mostPoints: number,
): Markup | null {
  if (rows.length === 0) return null
  const panels: LaunchPanel[] = rows.map(({ result }) => ({
    label: result.target,
    runtime: seriesOf(targets, result.target),
    launches: result.launches,
    contendedShare: result.contendedShare ?? null,
    samplesNs: result.server === null ? null : turnsNs(result.launches, result.server),
  }))
  const longest = panels
    .flatMap(({ launches }) => launches)
    .reduce((most, { wallNs }) => Math.max(most, wallNs.length), 0)
  const thinned = longest > mostPoints ? ` Drawn: ${mostPoints} of up to ${longest} samples.` : ''
  const isContended = panels.some(({ contendedShare }) => contendedShare)
  return html`<div class="figures">
${figureMarkup({
  title: 'Samples.',
  hint: `How many took how long, the fullest bar as high everywhere.${isContended ? ' At their foot: contended.' : ''}`,
  svg: histogramChart(`${caseId}: samples, a histogram for each target`, panels, mostPoints),
  table: samplesTable(caseId, rows),
})}
${figureMarkup({
  title: 'Launches.',
  hint: `A small panel for each, in their order, all on one scale: its samples over time. Grey line: the median sample of the target.${earlyHint(rows)}${isContended ? ' Dots: contended.' : ''}${thinned}`,
  svg: launchesChart(`${caseId}: samples over the time of each launch`, panels, mostPoints),
  table: launchesTable(caseId, rows),
})}
</div>`
}

function earlyHint(rows: readonly ContenderRow[]): string {
  const isGivenUp = rows.some(({ result }) => result.launches.some(({ early }) => early.length > 0))
  return isGivenUp ? ' Dashed: a window discarded as warm-up.' : ''
}
