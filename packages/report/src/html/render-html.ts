import type { RunRecord } from '@steelyard/record'
import { reportDocument } from '../content/report-document.ts'
import type { PageFrame } from './frame.ts'
import { html } from './markup.ts'
import { pageText } from './page.ts'
import { printDocument, titleOf } from './print-document.ts'

/**
 * Returns one or several records as a page that needs no other file and makes no request. Each record stands by itself:
 * nothing is computed over two.
 */
export function renderHtml(records: readonly RunRecord[], frame: PageFrame | null = null): string {
  const documents = records.map(reportDocument)
  const titles = documents.map(({ record }) => titleOf(record))
  return pageText(titles.join(' · '), documents.map(printDocument), HOW_TO_READ, frame)
}

const HOW_TO_READ = html`<h2>How to read it</h2>
<p>A <b>ratio</b> is head time ÷ base time over launches that both shared, with the interval that the note of its suite names.
<b>Slower</b> and <b>faster</b> are beyond the threshold δ and significant after correction for all verdicts of the command;
<b>same</b> means that the whole interval, widened by the bias allowance β, lies within ±δ; everything else is
<b>inconclusive</b>, with its reason. Times describe this machine at this hour: they are not compared between runs. A ratio
holds for these builds on this machine.</p>
<p>Steelyard’s glossary, <code>docs/reading.md</code>, explains the words of this page.</p>`
