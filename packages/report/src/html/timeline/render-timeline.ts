import { formatRatio, joined, ratioText, sanitize } from '@steelyard/text'
import { trendChart } from '../../charts/trend-chart.ts'
import { headingsOf } from '../../content/document.ts'
import { paramsText } from '../../content/section.ts'
import type { TimelineSeries } from '../../timeline/series.ts'
import { pointsOf, type TimelinePoint } from '../../timeline/timeline-data.ts'
import {
  amountText,
  bisectCommand,
  changePhrase,
  engineName,
  isChange,
  largestChanges,
  seriesNotes,
  subjectOf,
  type TimelineChange,
} from '../../timeline/timeline-text.ts'
import { type Figure, figureMarkup } from '../figure.ts'
import { html, type Markup, phraseMarkup } from '../markup.ts'
import { pageText } from '../page.ts'
import { tableMarkup } from '../table.ts'

const CHARSET = { unicode: true }

/** The data behind a page, as links from it. */
export interface TimelineDataLinks {
  readonly csv: string
  readonly json: string
}

/** Returns all series as a page that needs no other file and makes no request. */
export function renderTimelineHtml(all: readonly TimelineSeries[], links: TimelineDataLinks | null): string {
  return pageText('Timeline', [html`<article>${timelineMarkup(all, links)}</article>`], HOW_TO_READ)
}

/** Returns the largest changes in words, then every series as a picture, by suite and case. */
export function timelineMarkup(unsafe: readonly TimelineSeries[], links: TimelineDataLinks | null): Markup {
  const all = sanitize(unsafe).filter(({ isSuperseded, steps }) => !isSuperseded && steps.length > 0)
  if (all.length === 0) return html`<h1>Timeline</h1><p>No step is measured yet.</p>`
  const { slower, faster } = largestChanges(all)
  const data =
    links === null ? null : html` Data: <a href="${links.csv}">CSV</a>, <a href="${links.json}">JSON</a>.`
  return html`<header><h1>Timeline</h1>
<p>${amountText(all)}${data}</p>
<h2 id="largest">The largest changes of the last year</h2>
<h3>Slower</h3>${changesMarkup(slower)}
<h3>Faster</h3>${changesMarkup(faster)}</header>
${Array.from(
  Map.groupBy(all, ({ suite }) => suite),
  ([suite, own]) => html`<section><h2 id="${suite}">${suite}</h2>
${Array.from(Map.groupBy(own, subjectOf), ([subject, panels]) => panelsMarkup(subject, panels, all))}</section>
`,
)}`
}

function changesMarkup(changes: readonly TimelineChange[]): Markup {
  if (changes.length === 0) return html`<p>None.</p>`
  const items = changes.map(
    change =>
      html`<li>${phraseMarkup(changePhrase(change))} <a href="#${pointId(change.series, change.step.head.version)}">Show</a><br><code>${bisectCommand(change)}</code></li>`,
  )
  return html`<ol>${items}</ol>`
}

/** The runtimes next to each other, one machine after the other. */
function panelsMarkup(
  subject: string,
  panels: readonly TimelineSeries[],
  all: readonly TimelineSeries[],
): Markup {
  const byMachine = Map.groupBy(panels, ({ key }) => key.cpuId)
  return html`<h3><code>${subject}</code></h3>
${Array.from(
  byMachine,
  ([cpuId, own]) => html`${byMachine.size > 1 ? html`<h4>${cpuId}</h4>` : null}
<div class="figures">${own.map(series => figureMarkup(figureOf(series, all)))}</div>`,
)}`
}

function figureOf(series: TimelineSeries, all: readonly TimelineSeries[]): Figure {
  const { runtime, key } = series
  const points = pointsOf(series)
  const first = points[0]?.release.version ?? ''
  const params = paramsText(key.params)
  const title = `${runtime}: ${key.case}${params === '' ? '' : ` (${params})`} on ${key.cpuId}`
  return {
    title: `${runtime}.`,
    hint: [`Time ÷ that on ${first}, by a chain of steps.`, ...seriesNotes(series, all)].join(' '),
    svg: trendChart(`${title}: time by release, relative to ${first}`, {
      runtime,
      levels: 'chain',
      points: points.map(point => ({
        id: pointId(series, point.release.version),
        tick: runtime === 'workerd' ? (point.release.date ?? '') : point.release.version,
        ratio: point.level,
        title: pointTitle(runtime, first, point),
      })),
      changes: points.flatMap(({ step }, at) =>
        step !== null && isChange(step) ? [{ at, label: ratioText(step.ratio, CHARSET).value }] : [],
      ),
    }),
    table: tableMarkup(
      `${title}: releases`,
      [
        ...headingsOf(['release', 'published', 'engine'], [`ratio to ${first}`, 'step', 'launches']),
        ...headingsOf(['finding']),
      ],
      points.map(({ release, level, step }) => [
        html`<a href="#${pointId(series, release.version)}">${release.version}</a>`,
        release.date ?? '',
        engineName(release),
        step === null ? '1' : joined(ratioText(level, CHARSET)),
        step === null ? '' : joined(ratioText(step.ratio, CHARSET)),
        step?.ratio.n ?? '',
        step === null ? '' : findingText(step),
      ]),
    ),
  }
}

function pointTitle(runtime: string, first: string, { release, level, step }: TimelinePoint): string {
  const day = release.date === null ? '' : `, ${release.date}`
  const about = `${runtime} ${release.version} (${engineName(release)})${day}`
  if (step === null) return `${about}: what the others are compared with`
  const finding = findingText(step)
  return `${about}: ${formatRatio(level)} of ${first}; step from ${step.base.version} ${formatRatio(step.ratio)}${finding === '' ? '' : `, ${finding}`}`
}

function findingText({ finding: { first, second, change } }: NonNullable<TimelinePoint['step']>): string {
  if (change === 'open') return `${first.verdict} in one session`
  if (change === 'refuted') return 'not found again'
  if (change !== null) return `${change} in two sessions`
  return (second ?? first).verdict === 'same' ? 'same' : ''
}

function pointId({ runtime, suite, key }: TimelineSeries, version: string): string {
  const values = Object.values(key.params).map(String)
  return [suite, key.case, ...values, runtime, version, key.cpuId].join('-').replaceAll(/[^\w.-]+/g, '_')
}

const HOW_TO_READ = html`<h2>How to read it</h2>
<p>A <b>step</b> compares two neighbouring releases in the same launches, always to the last of ten. The line is the product of
the steps: its band widens with each. A <b>change</b> is a step with the same verdict in two sessions, hours apart; steps of a
series are corrected together (Holm), and the size is that of the second session. It says since which of the measured releases,
and not why. A chain is checked against its ends, which are measured in the same launches too. Machines, texts of a case and
methods are never joined.</p>`
