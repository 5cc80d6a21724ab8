import type { RunRecord } from '@steelyard/record'
import { counted, formatRatio, name } from '@steelyard/text'
import { comparisonRatios } from '../../charts/comparison-ratios.ts'
import { ratiosChart } from '../../charts/ratios-chart.ts'
import { type Field, headingsOf, type Table } from '../../content/document.ts'
import type { TopicFigures } from '../../content/figures/all-figures.ts'
import type { SectionPart } from '../../content/report-document.ts'
import type { ContenderRow } from '../../content/tables/contenders.ts'
import { blockMarkup } from '../block-markup.ts'
import { explorerMarkup, pValueText } from '../explore/explorer.ts'
import { foldMarkup } from '../explore/fold.ts'
import { figureMarkup } from '../figure.ts'
import { html, type Markup, phraseMarkup } from '../markup.ts'
import { casePart } from './case-part.ts'
import { causePart } from './cause-part.ts'

/**
 * Returns what a suite says for one choice of parameters.
 *
 * @param isOne whether it is the only one of its suite
 * @param isFolded whether it is unfolded by who wants to see it
 */
export function sectionMarkup(
  part: SectionPart,
  targets: RunRecord['targets'],
  { isOne, isFolded }: { readonly isOne: boolean; readonly isFolded: boolean },
): Markup {
  const { anchor, section, params, cases, nothing, notes, timers } = part
  const rows = cases.flatMap(each => each.rows)
  const figures = Map.groupBy(part.figures, ({ topic }) => topic)
  const contents = new Map(cases.map(found => [found, casePart(found, part, targets)]))
  const content = html`${nothing === null ? null : html`<p>${nothing}</p>`}
${explorerMarkup(part, contents)}
${notes.map(note => html`<p class="note">${phraseMarkup(note)}</p>`)}
${timers?.map(block => blockMarkup(block)) ?? null}
${Array.from(contents, ([found, content]) => content && foldMarkup(html`<code>${found.case}</code>`, content, { class: 'case', id: found.anchor, 'data-case': found.case }))}
${ratiosPart(rows, targets)}
${TOPICS.map(([topic, title]) => topicPart(title, figures.get(topic) ?? [], isOne))}`
  return html`<section class="of-params" data-name="${section.suite.name} ${params}">
<h3 id="${anchor}"${params === '' ? html` class="unseen"` : null}>${params === '' ? 'Results' : html`<code>${params}</code>`}</h3>
${isFolded && cases.length > 0 ? foldMarkup(html`${counted(rows.length, 'contender')}: their times, ratios and verdicts, code, samples and launches`, content, { class: 'more whole' }) : content}
</section>
`
}

/** Ratios on one axis, with their medians and p-values. */
function ratiosPart(rows: readonly ContenderRow[], targets: RunRecord['targets']): Markup | null {
  const comparisons = rows.flatMap(({ comparison }) => comparison ?? [])
  if (comparisons.length === 0) return null
  const ratios = comparisonRatios(comparisons, targets)
  const svg = ratiosChart(`${comparisons[0]?.suite ?? ''}: ratios with their intervals`, ratios)
  const figure = figureMarkup({ title: 'Ratios.', hint: ratios.hint, svg, table: ratiosTable(rows) })
  return foldMarkup(html`Ratios drawn, their medians and p-values`, figure, { class: 'more' })
}

const TOPICS: readonly (readonly [topic: TopicFigures['topic'], title: string])[] = [
  ['start', 'Starts'],
  ['server', 'Servers'],
  ['causes', 'Where the difference lies'],
  ['memory', 'Memory'],
  ['allocations', 'Which functions allocate'],
  ['tiers', 'What the compilers did'],
  ['usage', 'What the kernel counted'],
]

/** Returns the figures of a topic, folded where there are several choices of parameters. */
function topicPart(title: string, figures: readonly TopicFigures[], isOne: boolean): Markup | null {
  if (figures.length === 0) return null
  const tables = html`${figures.map(({ table, cause }) => (cause ? causePart(cause) : blockMarkup(table)))}`
  return isOne ? tables : foldMarkup(html`${title}`, tables, { class: 'more' })
}

function ratiosTable(contenders: readonly ContenderRow[]): Table {
  const numbers = ['ratio', 'ratio of medians', 'uncontended', 'p, adjusted', 'launches']
  const headings = [...headingsOf(['case', 'target', 'against'], numbers), ...headingsOf(['verdict'])]
  const rows = contenders.flatMap(({ result, base, comparison, values }): Field[][] => {
    if (comparison === null) return []
    const { ratio, medianRatio, uncontendedRatio, adjustedPValue } = comparison
    return [
      [
        [name(result.case)],
        [name(result.target)],
        [name(base)],
        values.ratio,
        medianRatio === null ? '' : formatRatio(medianRatio),
        uncontendedRatio ? formatRatio(uncontendedRatio) : '',
        adjustedPValue === null ? '' : pValueText(adjustedPValue),
        String(ratio.n),
        values.verdict,
      ],
    ]
  })
  return { title: ['Ratios with their intervals'], headings, rows }
}
