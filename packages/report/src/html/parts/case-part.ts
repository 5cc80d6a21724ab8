import type { ResultRecord, RunRecord } from '@steelyard/record'
import { mean, median, quantile } from '@steelyard/stats'
import { formatDuration, formatPercent, name } from '@steelyard/text'
import { seriesOf } from '../../charts/draw/palette.ts'
import { histogramChart } from '../../charts/histogram-chart.ts'
import type { SamplesPanel } from '../../charts/launch-panel.ts'
import { launchesChart } from '../../charts/launches-chart.ts'
import { codeOf, descriptionOf } from '../../content/case-code.ts'
import { headingsOf, type Table } from '../../content/document.ts'
import { callFigures } from '../../content/figures/call-figures.ts'
import type { CasePart, SectionPart } from '../../content/report-document.ts'
import type { Section } from '../../content/section.ts'
import { blockMarkup } from '../block-markup.ts'
import { figureMarkup } from '../figure.ts'
import { html, type Markup, phraseMarkup } from '../markup.ts'

/** Returns a case besides its times: description, code, samples and single calls; null for nothing. */
export function casePart(
  found: CasePart,
  { section }: SectionPart,
  targets: RunRecord['targets'],
): Markup | null {
  const code = codeOf(section.suite, found.case)
  const about = descriptionOf(section.suite, found.case)
  const parts = [
    about === null ? null : html`<p>${about}</p>`,
    code === null ? null : html`<pre class="source" tabindex="0"><code>${code}</code></pre>`,
    launchFigures(found, targets),
    callsPart(found.case, section, targets),
  ]
  return parts.every(part => part === null) ? null : html`${parts}`
}

function launchFigures({ case: caseId, rows }: CasePart, targets: RunRecord['targets']): Markup | null {
  // Each contender once, though its rows may have different bases; none where a launch is one start.
  const byTarget = new Map(rows.map(({ result }) => [result.target, result]))
  const results = [...byTarget.values()].filter(
    ({ launches, start }) => launches.length > 0 && start === null,
  )
  if (results.length === 0) return null
  const panels = results.map(({ target, launches, contendedShare }) => ({
    label: target,
    runtime: seriesOf(targets, target),
    aside: contendedShare == null ? '' : `${formatPercent(contendedShare)} contended`,
    launches,
    samples: launches.flatMap(({ wallNs, audit }) => {
      const contended = new Set(audit?.contended)
      return wallNs.map((ns, index) => ({ ns, isMarked: contended.has(index) }))
    }),
  }))
  const hasEarly = results.some(({ launches }) => launches.some(({ early }) => early.length > 0))
  const isContended = panels.some(({ samples }) => samples.some(({ isMarked }) => isMarked))
  return html`<div class="figures">
${figureMarkup({
  title: 'Samples.',
  hint: `How many took how long, the fullest bar as high everywhere.${isContended ? ' At their foot: contended.' : ''}`,
  svg: histogramChart(`${caseId}: samples, a histogram for each target`, panels, 'sample'),
  table: samplesTable(`${caseId}: samples`, panels),
})}
${figureMarkup({
  title: 'Launches.',
  hint: `Samples in their order, each launch a line, all on one scale. Grey line: the median sample of the target.${hasEarly ? ' Dashed: a window discarded as warm-up.' : ''}${isContended ? ' Dots: contended.' : ''}`,
  svg: launchesChart(`${caseId}: samples of each launch`, panels),
  table: launchesTable(caseId, results, hasEarly),
})}
</div>`
}

/** What single calls of a case took; null where none were timed. */
function callsPart(caseId: string, section: Section, targets: RunRecord['targets']): Markup | null {
  const results = section.results.filter(result => result.case === caseId)
  const figures = callFigures({ ...section, results })
  if (figures === null) return null
  const budgetNs = results.flatMap(({ calls }) => calls?.budget?.budgetNs ?? [])[0] ?? Infinity
  const panels = results.flatMap(({ target, calls }) => {
    if (!calls || calls.wallNs.length === 0) return []
    const samples = calls.wallNs.map(ns => ({ ns, isMarked: ns > budgetNs }))
    return { label: target, runtime: seriesOf(targets, target), aside: '', samples }
  })
  if (panels.length === 0) return blockMarkup(figures)
  const title = `${caseId}: single calls`
  const budget = budgetNs < Infinity ? ` At their foot: over the budget, ${formatDuration(budgetNs)}.` : ''
  return html`<div class="figures">${figureMarkup({
    title: 'Single calls.',
    hint: `Wall time, one process for each target.${budget}`,
    svg: histogramChart(title, panels, 'call'),
    table: { title: [title], headings: figures.headings, rows: figures.rows },
  })}</div>${figures.notes?.map(note => html`<p class="note">${phraseMarkup(note)}</p>`) ?? null}`
}

function samplesTable(caption: string, panels: readonly SamplesPanel[]): Table {
  return {
    title: [caption],
    headings: headingsOf(['samples of'], ['count', 'least', 'median', 'mean', 'most', 'contended']),
    rows: panels.map(({ label, samples }) => {
      const times = samples.map(({ ns }) => ns)
      const count = [[name(label)], String(times.length)]
      if (times.length === 0) return count
      const spread = [quantile(times, 0), median(times), mean(times), quantile(times, 1)]
      const share = samples.filter(({ isMarked }) => isMarked).length / times.length
      return [...count, ...spread.map(formatDuration), formatPercent(share)]
    }),
  }
}

/** Returns how each launch went: its warm-up, its discarded windows, and how its end differs from its beginning. */
function launchesTable(caseId: string, results: readonly ResultRecord[], hasEarly: boolean): Table {
  const headings = [
    'warm-up batches',
    ...(hasEarly ? ['discarded windows'] : []),
    'samples',
    'median',
    'last third to first',
    'contended',
  ]
  return {
    title: [`${caseId}: launches`],
    headings: headingsOf(['launch'], headings),
    rows: results.flatMap(({ target, launches }) => [
      [[name(target)]],
      ...launches.map(({ group, launch, warmup, early, wallNs, audit }) => {
        const state = warmup.state === 'steady' ? '' : ` (${warmup.state})`
        return [
          `${group}.${launch}`,
          `${warmup.batches}${state}`,
          ...(hasEarly ? [String(early.length)] : []),
          String(wallNs.length),
          wallNs.length === 0 ? '' : formatDuration(median(wallNs)),
          driftText(wallNs),
          audit && wallNs.length > 0 ? formatPercent(audit.contended.length / wallNs.length) : '',
        ]
      }),
    ]),
  }
}

/** Change of the median from the first to the last third; empty where there is too little, or the first took no time. */
function driftText(wallNs: readonly number[]): string {
  const size = Math.floor(wallNs.length / 3)
  const before = size === 0 ? 0 : median(wallNs.slice(0, size))
  if (!(before > 0)) return ''
  const ratio = median(wallNs.slice(-size)) / before
  return `${ratio < 1 ? '−' : '+'}${formatPercent(Math.abs(ratio - 1))}`
}
