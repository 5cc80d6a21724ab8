import type { RunRecord, SuiteRecord } from '@steelyard/record'
import { codeLine, counted, formatRatio, name } from '@steelyard/text'
import { comparisonRatios } from '../../charts/comparison-ratios.ts'
import { ratiosChart } from '../../charts/ratios-chart.ts'
import { codeOf, descriptionOf } from '../../content/case-code.ts'
import { type Field, headingsOf, type Table } from '../../content/document.ts'
import type { TopicFigures } from '../../content/figures/all-figures.ts'
import type { CasePart, SectionPart } from '../../content/report-document.ts'
import { sectionName } from '../../content/section.ts'
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
  const { anchor, section, params, contenders, cases, nothing, notes, timers } = part
  const rows = cases.flatMap(each => each.rows)
  const figures = Map.groupBy(part.figures, ({ topic }) => topic)
  const contents = new Map(cases.map(found => [found, casePart(found, part, targets)]))
  const content = html`${nothing === null ? null : html`<p>${nothing}</p>`}
${explorerMarkup(
  contenders,
  cases,
  `${sectionName(section)}: ratios, verdicts and times of all contenders`,
  found => ({ isElsewhere: contents.get(found) != null, about: aboutCase(section.suite, found.case) }),
)}
${notes.map(note => html`<p class="note">${phraseMarkup(note)}</p>`)}
${timers?.map(block => blockMarkup(block)) ?? null}
${Array.from(contents, ([found, content]) => content && foldMarkup(html`<code>${found.case}</code>`, content, { id: found.anchor, className: 'case', ofCase: found.case }))}
${ratiosPart(cases, targets)}
${TOPICS.map(([topic, title]) => topicPart(title, figures.get(topic) ?? [], isOne))}`
  return html`<section class="of-params" data-name="${section.suite.name} ${params}">
<h3 id="${anchor}"${params === '' ? html` class="unseen"` : null}>${params === '' ? 'Results' : html`<code>${params}</code>`}</h3>
${isFolded && cases.length > 0 ? foldMarkup(html`${counted(rows.length, 'contender')}: their times, ratios and verdicts, code, samples and launches`, content, { className: 'more whole' }) : content}
</section>
`
}

/** Ratios on one axis, with their medians and p-values. */
function ratiosPart(cases: readonly CasePart[], targets: RunRecord['targets']): Markup | null {
  const comparisons = cases.flatMap(each => each.rows.flatMap(({ comparison }) => comparison ?? []))
  if (comparisons.length === 0) return null
  const ratios = comparisonRatios(comparisons, targets)
  const svg = ratiosChart(`${comparisons[0]?.suite ?? ''}: ratios with their intervals`, ratios)
  const figure = figureMarkup({ title: 'Ratios.', hint: ratios.hint, svg, table: ratiosTable(cases) })
  return foldMarkup(html`Ratios drawn, their medians and p-values`, figure, { className: 'more' })
}

/** Returns a line of a case's description, or else of its code; null where both are unknown. */
function aboutCase(suite: SuiteRecord, caseId: string): Markup | null {
  const about = descriptionOf(suite, caseId)
  if (about !== null) return html`<span class="source">${about.slice(0, LONGEST_LINE)}</span>`
  const code = codeOf(suite, caseId)
  return code === null ? null : html`<code class="source">${codeLine(code).slice(0, LONGEST_LINE)}</code>`
}

const LONGEST_LINE = 200

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
  return isOne ? tables : foldMarkup(html`${title}`, tables, { className: 'more' })
}

function ratiosTable(cases: readonly CasePart[]): Table {
  const numbers = ['ratio', 'ratio of medians', 'uncontended', 'p, adjusted', 'launches']
  const headings = [...headingsOf(['case', 'target', 'against'], numbers), ...headingsOf(['verdict'])]
  const rows = cases.flatMap(each =>
    each.rows.flatMap((row): Field[][] => {
      const { comparison } = row
      if (comparison === null) return []
      const { ratio, medianRatio, uncontendedRatio, adjustedPValue } = comparison
      return [
        [
          [name(each.case)],
          [name(row.result.target)],
          [name(row.base)],
          row.values.ratio,
          medianRatio === null ? '' : formatRatio(medianRatio),
          uncontendedRatio ? formatRatio(uncontendedRatio) : '',
          adjustedPValue === null ? '' : pValueText(adjustedPValue),
          String(ratio.n),
          row.values.verdict,
        ],
      ]
    }),
  )
  return { title: ['Ratios with their intervals'], headings, rows }
}
