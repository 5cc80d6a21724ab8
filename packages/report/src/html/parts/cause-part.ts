import type { CauseFrameRecord } from '@steelyard/record'
import { formatDuration, name, phraseText } from '@steelyard/text'
import { differenceFlame, sideFlame } from '../../charts/cause-flames.ts'
import { type SideFrame, sideFrames } from '../../charts/side-frames.ts'
import { headingsOf, type Table } from '../../content/document.ts'
import type { CauseFigures } from '../../content/figures/cause-figures.ts'
import { signed } from '../../content/figures/cause-note.ts'
import { blockMarkup } from '../block-markup.ts'
import { pValueText } from '../explore/explorer.ts'
import { foldMarkup } from '../explore/fold.ts'
import { figureMarkup } from '../figure.ts'
import { html, type Markup } from '../markup.ts'

/** Returns where the difference of a pair lies: what became slower, and the stacks of both sides as pictures. */
export function causePart(figures: CauseFigures): Markup {
  return html`${blockMarkup(figures.table)}
${flamesPart(figures)}`
}

function flamesPart({ cause, profiles, table }: CauseFigures): Markup | null {
  const title = phraseText(table.title)
  const svg = differenceFlame(cause, title)
  if (svg === null) return null
  const { by, frames, baseNs, headNs } = cause
  const [base, head] = cause.baseCase === cause.case ? [cause.base, cause.head] : [cause.baseCase, cause.case]
  const sides = [
    { of: 'base', name: `Base, ${base}.`, frames: sideFrames(cause, 'base', profiles.base) },
    { of: 'head', name: `Head, ${head}.`, frames: sideFrames(cause, 'head', profiles.head) },
  ].filter(side => side.frames.length > 0)
  const figures = sides.map(side =>
    figureMarkup({
      title: side.name,
      hint: 'As wide as its time of an iteration; base and head have one scale.',
      svg: sideFlame(side.frames, Math.max(baseNs, headNs), `${title}: ${side.of}`),
      table: sideTable(`${title}: ${side.of}`, side.frames),
    }),
  )
  return html`${figureMarkup({
    title: 'Where they differ.',
    hint: `${by === 'place' ? IN_STACKS : BY_FUNCTION} A frame is as wide as the larger own times of both sides. A bar is as long as what its own time differs by. Grey: within chance. Of the colours at most 1 in 20 is there by chance, on average.`,
    svg,
    table: differenceTable(title, frames),
  })}
${figures.length === 0 ? null : foldMarkup(html`Flame graphs of both sides`, html`<div class="figures">${figures}</div>`, { class: 'more' })}`
}

const IN_STACKS = 'The case above, below each function what it calls.'
const BY_FUNCTION = 'Below the case each function of the suite once: engines may leave out who called it.'

function differenceTable(title: string, frames: readonly CauseFrameRecord[]): Table {
  const cells = ({ baseNs, headNs, differenceNs, adjustedPValue }: CauseFrameRecord['self']) => [
    formatDuration(baseNs),
    formatDuration(headNs),
    `${signed(differenceNs.value)} ±${formatDuration((differenceNs.upper - differenceNs.lower) / 2)}`,
    adjustedPValue === null ? '–' : pValueText(adjustedPValue),
  ]
  const depths: number[] = []
  return {
    title: [`${title}: frames`],
    headings: headingsOf(
      ['function'],
      [
        ...['itself: base', 'head', 'difference', 'adjusted p'],
        ...['with what it calls: base', 'head', 'difference', 'adjusted p'],
      ],
    ),
    // A name stands further in than what calls it.
    rows: frames.map(({ caller, name: own, source, self, total }) => {
      const depth = caller === null ? 0 : (depths[caller] ?? 0) + 1
      depths.push(depth)
      const label = ['\u2003'.repeat(depth), name(own), source === null ? '' : ` (${source})`]
      return [label, ...cells(self), ...cells(total ?? self)]
    }),
  }
}

/** Most frames stand in the table of the difference; this one has those that take most themselves. */
function sideTable(title: string, frames: readonly SideFrame[]): Table {
  const most = frames.toSorted((a, b) => b.selfNs - a.selfNs).slice(0, MOST_FRAMES)
  return {
    title: [title],
    headings: headingsOf(['function'], ['itself', 'with what it calls']),
    rows: most.map(({ name: own, source, selfNs, totalNs }) => [
      [name(own), source === null ? '' : ` (${source})`],
      formatDuration(selfNs),
      formatDuration(totalNs),
    ]),
  }
}

const MOST_FRAMES = 10
