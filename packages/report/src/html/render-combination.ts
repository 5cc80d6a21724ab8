import type { CombinationRecord } from '@steelyard/record'
import { joined, phraseText } from '@steelyard/text'
import { machinesChart } from '../charts/machines-chart.ts'
import { machinesGrid } from '../charts/matrix/machines-grid.ts'
import {
  type CombinationBlock,
  type CombinationDocument,
  combinationDocument,
} from '../content/combination/combination-document.ts'
import { headingsOf, type List } from '../content/document.ts'
import { figureMarkup } from './figure.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { matrixPanel } from './matrix/matrix-panel.ts'
import { pageText } from './page.ts'
import { tableMarkup } from './table.ts'

/** Returns what several records say together as a page that needs no other file and makes no request. */
export function renderCombinationHtml(combination: CombinationRecord): string {
  const document = combinationDocument(combination, { unicode: true })
  return pageText(document.title, [printCombination(document, combination.rules.threshold)], HOW_TO_READ)
}

function printCombination(document: CombinationDocument, threshold: number): Markup {
  const { title, about, blocks, conclusions, differences, notCombined, advice, note } = document
  const grid = machinesGrid(blocks)
  return html`<article>
<header>
<p class="kicker">Over machines</p>
<h1>${title}</h1>
<p>${phraseMarkup(about)}.</p>
${grid === null ? null : matrixPanel({ grids: [grid], id: 'machines', frame: { title, headline: '', source: phraseText(about) }, samplePlace: () => null, command: null })}
${phraseList(conclusions)}
</header>
${blocks.map(block => blockMarkup(block, threshold))}
<p class="note">${note}</p>
${[differences, notCombined, advice].map(listMarkup)}
</article>
`
}

function blockMarkup(block: CombinationBlock, threshold: number): Markup {
  const { name, sides, rows, conclusion, failures } = block
  const title = sides === '' ? name : `${name}, ${sides}`
  const fields = rows.map(({ label, text, note }) => [label, text === null ? '' : joined(text), note])
  return html`<section><h2>${title}</h2>
<p>${phraseMarkup(conclusion)}</p>
${figureMarkup({
  title: `${title}: ratios by machine`,
  hint: 'Thick: a machine, with the variance between its sessions. Thin: a session. Diamond: the mean over CPUs. Dashed: where a CPU that was not measured is expected, or what does not count. ◂ ▸: goes on beyond the picture.',
  svg: machinesChart(title, [block], threshold),
  table: tableMarkup(title, headingsOf(['machine, session'], ['ratio']).concat(headingsOf([''])), fields),
})}
${phraseList(failures)}</section>
`
}

function listMarkup({ title, items }: List): Markup | null {
  return items.length === 0 ? null : html`<section><h2>${title}</h2>${phraseList(items)}</section>`
}

const HOW_TO_READ = html`<h2>How to read it</h2>
<p>A <b>ratio</b> is head time ÷ base time. A <b>machine</b> is an installation on a CPU, a <b>session</b> its records of
the same hours. <b>Faster</b> and <b>slower</b> hold on every machine that was measured, each by its own test, after
correction for all comparisons. <b>Depends on the machine</b> means faster on one and slower on another, beyond the
threshold and beyond chance. Of machines that were not measured nothing is said with fewer than five CPUs.</p>
<p>Steelyard’s <code>docs/history.md</code> explains the rule.</p>`
