import type { RunRecord } from '@steelyard/record'
import { reportDocument } from '../content/report-document.ts'
import type { PageFrame } from './frame.ts'
import { html } from './markup.ts'
import { pageText } from './page.ts'
import { printDocument, titleOf } from './print-document.ts'

/** In all lines of all pictures together; a point takes about five bytes. */
const MOST_POINTS = 45_000
const FEWEST_POINTS_OF_A_LINE = 6
const MOST_POINTS_OF_A_LINE = 40

/**
 * Returns one or several records as a page that needs no other file and makes no request. Each record stands by itself:
 * nothing is computed over two.
 */
export function renderHtml(records: readonly RunRecord[], frame: PageFrame | null = null): string {
  const documents = records.map(record => reportDocument(record, { unicode: true }))
  const titles = documents.map(({ record }) => titleOf(record))
  const mostPoints = pointsOfALine(records)
  return pageText(
    titles.join(' · '),
    documents.map((document, index) => printDocument(document, index, mostPoints)),
    HOW_TO_READ,
    frame,
  )
}

const HOW_TO_READ = html`<h2>How to read it</h2>
<p>A <b>ratio</b> is head time ÷ base time over launches that both shared, with the interval that the note of its suite names.
<b>Slower</b> and <b>faster</b> are beyond the threshold δ and significant after correction for all verdicts of the command;
<b>same</b> means that the whole interval, widened by the bias allowance β, lies within ±δ; everything else is
<b>inconclusive</b>, with its reason. Times describe this machine at this hour: they are not compared between runs. A ratio
holds for these builds on this machine.</p>
<p>Steelyard’s glossary, <code>docs/reading.md</code>, explains the words of this page.</p>`

/** Fewer points the more launches there are, so that the page stays small. */
function pointsOfALine(records: readonly RunRecord[]): number {
  const launches = records
    .flatMap(record => record.results)
    .reduce((sum, result) => sum + result.launches.length, 0)
  const affordable = Math.floor(MOST_POINTS / Math.max(1, launches))
  return Math.min(Math.max(affordable, FEWEST_POINTS_OF_A_LINE), MOST_POINTS_OF_A_LINE)
}
