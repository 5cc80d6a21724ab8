import type { CauseFrameRecord } from '@steelyard/record'
import { type Charset, formatDuration } from '@steelyard/text'
import { causeFlames } from '../charts/cause-flames.ts'
import { headingsOf } from '../content/document.ts'
import type { CauseFigures } from '../content/figures/cause-figures.ts'
import { signed } from '../content/figures/cause-note.ts'
import { foldMarkup } from './explore/fold.ts'
import { figureMarkup } from './figure.ts'
import { untitledFigures } from './figures-table.ts'
import { html, type Markup } from './markup.ts'
import { tableMarkup } from './table.ts'

const RICH: Charset = { unicode: true }

/** Returns where the difference of a pair lies: what became slower, and the stacks of both sides as pictures. */
export function causePart(figures: CauseFigures): Markup {
  return html`<h4>${figures.title}</h4>
${untitledFigures(figures)}
${flamesPart(figures)}`
}

function flamesPart({ cause, title }: CauseFigures): Markup | null {
  const flames = causeFlames(cause, title)
  if (flames === null) return null
  const { frames = [], baseCase = cause.base, headCase = cause.head } = cause
  return html`${figureMarkup({
    title: 'Where they differ.',
    hint: 'The case above, below each function what it calls. A frame is as wide as the larger own times of both sides. A bar is as long as what its own time differs by. Grey: within chance, after Holm’s correction for all frames.',
    svg: flames.difference,
    table: differenceTable(title, frames),
  })}
${foldMarkup(
  html`Flame graphs of both sides`,
  html`<div class="figures">${figureMarkup({
    title: `Base, ${baseCase}.`,
    hint: 'As wide as its time of an iteration; base and head have one scale.',
    svg: flames.base,
    table: sideTable(`${title}: base`, frames, 'baseNs'),
  })}${figureMarkup({
    title: `Head, ${headCase}.`,
    hint: 'On the scale of the base.',
    svg: flames.head,
    table: sideTable(`${title}: head`, frames, 'headNs'),
  })}</div>`,
  { className: 'more' },
)}`
}

function differenceTable(title: string, frames: readonly CauseFrameRecord[]): Markup {
  const cells = ({ baseNs, headNs, differenceNs, adjustedPValue }: CauseFrameRecord['self']) => [
    formatDuration(baseNs, RICH),
    formatDuration(headNs, RICH),
    `${signed(differenceNs.value, RICH)} ±${formatDuration((differenceNs.upper - differenceNs.lower) / 2, RICH)}`,
    adjustedPValue === null ? '–' : pValueText(adjustedPValue),
  ]
  return tableMarkup(
    `${title}: frames`,
    headingsOf(
      ['function'],
      [
        ...['itself: base', 'head', 'difference', 'p (Holm)'],
        ...['with what it calls: base', 'head', 'difference', 'p (Holm)'],
      ],
    ),
    named(frames).map(({ frame, label }) => [
      label,
      ...cells(frame.self),
      ...cells(frame.total ?? frame.self),
    ]),
  )
}

/** The table of the difference has all; here are the frames that take most themselves. */
function sideTable(title: string, frames: readonly CauseFrameRecord[], side: 'baseNs' | 'headNs'): Markup {
  const most = frames.toSorted((a, b) => b.self[side] - a.self[side]).slice(0, MOST_FRAMES)
  return tableMarkup(
    title,
    headingsOf(['function'], ['itself', 'with what it calls']),
    most.map(({ name, source, self, total = self }) => [
      html`<code>${name}</code>${source === null ? '' : ` (${source})`}`,
      formatDuration(self[side], RICH),
      formatDuration(total[side], RICH),
    ]),
  )
}

const MOST_FRAMES = 10

/** Returns frames with their names, further in than what calls them. */
function named(frames: readonly CauseFrameRecord[]) {
  const depths: number[] = []
  return frames.map(frame => {
    const depth = frame.caller === null ? 0 : (depths[frame.caller] ?? 0) + 1
    depths.push(depth)
    const source = frame.source === null ? '' : ` (${frame.source})`
    return { frame, label: html`${'\u2003'.repeat(depth)}<code>${frame.name}</code>${source}` }
  })
}

function pValueText(pValue: number): string {
  return pValue < 0.001 ? '<0.001' : pValue.toFixed(3)
}
