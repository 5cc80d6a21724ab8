import { formatRatio, linked, name, type Phrase, ratioText, sanitize } from '@steelyard/text'
import { type Block, type Field, headingsOf, type TrendFigure } from '../content/document.ts'
import type { OutlinePage } from '../content/outline.ts'
import type { TimelineSeries } from './series.ts'
import { pointsOf, type TimelinePoint } from './timeline-data.ts'
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
} from './timeline-text.ts'

/** Returns the largest changes in words, then every series as a picture; `links` lead to the data behind them. */
export function timelinePage(
  unsafe: readonly TimelineSeries[],
  links: Readonly<Record<'csv' | 'json', string>> | null = null,
): OutlinePage {
  const all = sanitize(unsafe).filter(({ isSuperseded, steps }) => !isSuperseded && steps.length > 0)
  const { slower, faster } = largestChanges(all)
  const data: Phrase =
    links === null ? [] : [' Data: ', linked('CSV', links.csv), ', ', linked('JSON', links.json), '.']
  const bySuite = Map.groupBy(all, ({ suite }) => suite)
  return {
    kicker: 'What each release changed',
    title: 'Timeline',
    lead: [
      [amountText(all), ...data],
      changesBlock('Slower, in the last year', slower),
      changesBlock('Faster, in the last year', faster),
    ],
    outlines: Array.from(bySuite, ([title, own]) => ({
      title,
      blocks: Array.from(Map.groupBy(own, subjectOf).values(), panels => panelBlocks(panels, all)).flat(),
    })),
    foot: [],
    howToRead: HOW_TO_READ,
  }
}

function changesBlock(title: string, changes: readonly TimelineChange[]): Block {
  const items = changes.map((change): Phrase => {
    const href = `#${pointId(change.series, change.step.head.version)}`
    const search = bisectCommand(change)
    return [...changePhrase(change, href), ...(search === null ? [] : [' ', name(search)])]
  })
  return { title, items: items.length === 0 ? [['None.']] : items }
}

/** One case: its runtimes next to each other on every machine, then what is to be known of them. */
function panelBlocks(panels: readonly TimelineSeries[], all: readonly TimelineSeries[]): Block[] {
  const notes = panels.flatMap(series =>
    seriesNotes(series, all).map(note => [name(subjectOf(series)), ` on ${series.runtime}: ${note}`]),
  )
  return [{ trends: panels.map(figureOf) }, { title: '', items: notes }]
}

function figureOf(series: TimelineSeries): TrendFigure {
  const { runtime, key } = series
  const points = pointsOf(series)
  const first = points[0]?.release.version ?? ''
  const title = `${runtime}: ${subjectOf(series)} on ${key.cpuId}`
  const idOf = ({ version }: TimelinePoint['release']) => pointId(series, version)
  return {
    id: pointId(series, 'series'),
    title: `${title}.`,
    subject: `${title}: time by release, relative to ${first}`,
    hint: `Time ÷ that on ${first}, by a chain of steps.`,
    runtime,
    levels: 'chain',
    points: points.map(point => ({
      name: point.release.version,
      id: idOf(point.release),
      tick: runtime === 'workerd' ? (point.release.date ?? '') : point.release.version,
      ratio: point.level,
      title: pointTitle(runtime, first, point),
    })),
    changes: points.flatMap(({ step }, at) =>
      step !== null && isChange(step) ? [{ at, label: ratioText(step.ratio).value }] : [],
    ),
    table: {
      title: [`${title}: releases`],
      headings: [
        ...headingsOf(['release', 'published', 'engine'], [`ratio to ${first}`, 'step', 'launches']),
        ...headingsOf(['finding']),
      ],
      rows: points.map(({ release, level, step }): Field[] => [
        [linked(release.version, `#${idOf(release)}`)],
        release.date ?? '',
        engineName(release),
        step === null ? '1' : ratioText(level),
        step === null ? '' : ratioText(step.ratio),
        String(step?.ratio.n ?? ''),
        step === null ? '' : findingText(step),
      ]),
    },
    summary: null,
  }
}

function pointTitle(runtime: string, first: string, { release, level, step }: TimelinePoint): string {
  const day = release.date === null ? '' : `, ${release.date}`
  const about = `${runtime} ${release.version} (${engineName(release)})${day}`
  if (step === null) return `${about}: what the others are compared with`
  const finding = findingText(step)
  return `${about}: ${formatRatio(level)} of ${first}; step from ${step.base.version} ${formatRatio(step.ratio)}${finding === '' ? '' : `, ${finding}`}`
}

function findingText({ finding, cause }: NonNullable<TimelinePoint['step']>): string {
  const { first, second, change } = finding
  if (change === 'open') return `${first.verdict} in one session`
  if (change === 'refuted') return 'not found again'
  if (change !== null) {
    const since = cause === null || cause.unfound !== null ? '' : `, first in ${cause.bad}`
    return `${change} in two sessions${since}`
  }
  return (second ?? first).verdict === 'same' ? 'same' : ''
}

function pointId({ runtime, suite, key }: TimelineSeries, version: string): string {
  const values = Object.values(key.params).map(String)
  return [suite, key.case, ...values, runtime, version, key.cpuId].join('-').replaceAll(/[^\w.-]+/g, '_')
}

const HOW_TO_READ = [
  'A step compares two neighbouring releases in the same launches, always to the last of ten. The line is the product of first sessions: its band widens with each.',
  'A change is a step with the same verdict in two sessions, hours apart; steps of a series are corrected together (Holm), and the size is that of the second session. Then all releases of the step are searched, and the profiles of the two neighbours compared.',
  'A chain is checked against its ends, which are measured in the same launches too. Machines, texts of a case and methods are never joined.',
]
