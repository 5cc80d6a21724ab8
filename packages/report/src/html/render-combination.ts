import type { CombinationRecord } from '@steelyard/record'
import { phraseText } from '@steelyard/text'
import { machinesGrid } from '../charts/matrix/machines-grid.ts'
import {
  type CombinationDocument,
  combinationDocument,
  detailBlocks,
} from '../content/combination/combination-document.ts'
import { blockMarkup } from './block-markup.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { matrixPanel } from './matrix/matrix-panel.ts'
import { pageText } from './page.ts'

/** Returns what several records say together as a page that needs no other file and makes no request. */
export function renderCombinationHtml(combination: CombinationRecord): string {
  const document = combinationDocument(combination)
  return pageText(document.title, [printCombination(document)], HOW_TO_READ)
}

function printCombination(document: CombinationDocument): Markup {
  const { title, about, blocks, conclusions } = document
  const grid = machinesGrid(blocks)
  return html`<article>
<header>
<p class="kicker">Over machines</p>
<h1>${title}</h1>
<p>${phraseMarkup(about)}.</p>
${grid === null ? null : matrixPanel({ grids: [grid], id: 'machines', frame: { title, headline: '', source: phraseText(about) }, command: null })}
${phraseList(conclusions)}
</header>
${detailBlocks(document).map(block => blockMarkup(block, 2))}
</article>
`
}

const HOW_TO_READ = html`<h2>How to read it</h2>
<p>A <b>ratio</b> is head time ÷ base time. A <b>machine</b> is an installation on a CPU, a <b>session</b> its records of
the same hours. <b>Faster</b> and <b>slower</b> hold on every machine that was measured, each by its own test, after
correction for all comparisons. <b>Depends on the machine</b> means faster on one and slower on another, beyond the
threshold and beyond chance. Of machines that were not measured nothing is said with fewer than five CPUs.</p>
<p>Steelyard’s <code>docs/history.md</code> explains the rule.</p>`
