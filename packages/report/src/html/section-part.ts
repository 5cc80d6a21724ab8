import type { RunRecord } from '@steelyard/record'
import { formatDurationEstimate, formatRatio } from '@steelyard/text'
import { agreementBlocks, agreementMark, differencesOf } from '../content/agreement.ts'
import { answersOf } from '../content/headline.ts'
import { matricesOf } from '../content/matrix.ts'
import { contendedNote, controlNote, eventsNote, tailNote } from '../content/note.ts'
import { paramsText, type Section } from '../content/section.ts'
import { markText, verdictMark } from '../content/verdict-mark.ts'
import { matrixTitle } from '../terminal/render-matrix.ts'
import { casePart } from './case-part.ts'
import { type CaseTable, caseTableOf } from './contender-rows.ts'
import { figureMarkup } from './figure.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { memoryPart } from './memory-part.ts'
import { overviewFigures } from './overview-figures.ts'
import { serverPart } from './server-part.ts'
import { startPart } from './start-part.ts'
import { tableMarkup } from './table.ts'
import { variantFigures } from './variant-figures.ts'

const RICH = { unicode: true } as const

/** Returns what a suite says for one choice of parameters. */
export function sectionPart(section: Section, record: RunRecord, mostPoints: number): Markup {
  const own = { ...section, results: section.results.filter(isShown(record)) }
  const table = caseTableOf(own, record.targets)
  const notes = [
    tailNote(own, RICH),
    contendedNote(own, RICH),
    controlNote(own, RICH),
    eventsNote(own),
  ].filter(note => note !== null)
  const params = paramsText(section.params)
  return html`<section>
${params === '' ? null : html`<h3><code>${params}</code></h3>`}
${table.cases.length === 0 ? html`<p>Nothing was measured.</p>` : null}
<div class="figures">${[...overviewFigures(own, table, record.targets), ...variantFigures(own, record.targets)].map(figureMarkup)}</div>
${notes.map(note => html`<p class="note">${phraseMarkup(note)}</p>`)}
${startPart(own)}
${serverPart(own, record.targets)}
${memoryPart(own, record.targets)}
${agreementPart(section, record)}
${acrossPart(own, table)}
${table.cases.map(found => casePart(found, table, own, mostPoints))}
</section>
`
}

/** Where timers are held against each other, the pictures are of Steelyard's own samples. */
function isShown({ agreements }: RunRecord): (result: RunRecord['results'][number]) => boolean {
  return result => agreements === undefined || result.timer === 'steelyard'
}

/** The other way to look at the same times: mostly unpaired, so behind a summary. */
function acrossPart(section: Section, { axis }: CaseTable): Markup[] {
  return matricesOf(section, axis === 'cases' ? 'targets' : 'cases').map(matrix => {
    const rows = matrix.rows.map(row => [
      html`<code>${row.case}</code>`,
      ...row.cells.map(comparison => {
        if (comparison === null) return ''
        const mark = comparison.paired ? ` ${markText(verdictMark(comparison, RICH))}` : ''
        return formatRatio(comparison.ratio) + mark
      }),
    ])
    const heads = matrix.targets.map(text => ({ text, numeric: true }) as const)
    return html`<details class="across"><summary>${phraseMarkup(matrixTitle(matrix))}</summary>${tableMarkup(
      `Time relative to ${matrix.base}`,
      [{ text: 'case' }, ...heads],
      rows,
    )}</details>`
  })
}

function agreementPart(section: Section, record: RunRecord): Markup | null {
  if (record.agreements === undefined) return null
  const rows = agreementBlocks(section, record).flatMap(block => block.rows)
  const mark = (row: (typeof rows)[number]) => {
    const found = agreementMark(row)
    return found === null ? '' : html`<span class="${found.role}">${markText(found)}</span>`
  }
  const table = tableMarkup(
    'What each timer says',
    [
      { text: 'case' },
      { text: 'target' },
      { text: 'timer' },
      { text: 'wall/iteration', numeric: true },
      { text: 'ratio to steelyard', numeric: true },
      { text: 'agrees' },
    ],
    rows.map(row => [
      html`<code>${row.result.case}</code>`,
      html`<code>${row.result.target}</code>`,
      row.result.timer,
      row.result.wallNs === null ? '' : formatDurationEstimate(row.result.wallNs),
      row.agreement?.ratio ? formatRatio(row.agreement.ratio) : '',
      mark(row),
    ]),
  )
  return html`<h4>What each timer says</h4>${table}${phraseList(differencesOf(section, record))}`
}

/** Returns the sentences that answer the question for one choice of parameters. */
export function answerList(section: Section): Markup | null {
  const params = paramsText(section.params)
  return html`${params === '' ? null : html`<p><code>${params}</code></p>`}${phraseList(answersOf(section, RICH))}`
}
