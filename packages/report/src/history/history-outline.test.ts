import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderOutlinesHtml } from '../html/render-outlines.ts'
import { days, point, stepped } from './fixtures/history-points.ts'
import { historyOf } from './history.ts'
import { historyPage } from './history-outline.ts'

const renderHistoryHtml = (...given: Parameters<typeof historyPage>) =>
  renderOutlinesHtml(historyPage(...given))

test('renderHistoryHtml says the change in words, and draws both levels and the place between them', () => {
  const page = renderHistoryHtml(historyOf('json-reviver', stepped, [], 0.05))
  assert.match(
    page,
    /<a href="#t0s0"><code>node: arrow-2 to parse<\/code><\/a> \(payload=rsc\) became 1\.(?:19|2)\d*× \[/,
  )
  assert.match(page, /node@26\.1\.0 became node@26\.2\.0\.<\/li>/)
  assert.match(page, /<svg [^>]*aria-label="node: arrow-2 to parse \(payload=rsc\): ratio by record"/)
  assert.match(page, /stroke-dasharray="4,3"/)
  assert.match(page, /<text[^>]*>1\.(?:19|2)\d*×<\/text>/)
  assert.equal(page.match(/<title>2026-01-\d\d 00:00: /g)?.length, 30)
  assert.equal(page.match(/>new</g)?.length, 1)
  assert.doesNotMatch(page, /NaN|undefined|Infinity/)
})

test('renderHistoryHtml draws no single record, and says that there are too few', () => {
  const page = renderHistoryHtml(historyOf('json-reviver', stepped.slice(0, 1), [], 0.05))
  assert.doesNotMatch(page, /<svg class="chart" fill=/)
  assert.doesNotMatch(page, />too few</)
  assert.match(page, /No trend has enough records yet to show a change\./)
  assert.match(page, /Too few records: no order of so few/)
})

test('renderHistoryHtml says that nothing changed where nothing did', () => {
  const page = renderHistoryHtml(
    historyOf(
      'json-reviver',
      days(20).map(day => point(day, 2)),
      [],
      0.05,
    ),
  )
  assert.match(page, /<p>No trend changed its level\.<\/p>/)
})

test('renderHistoryHtml draws many records as a line in a band, and lists the newest', () => {
  const page = renderHistoryHtml(
    historyOf(
      'json-reviver',
      days(900).map(day => point(day, 2)),
      [],
      0.05,
    ),
  )
  assert.ok(page.length < 300_000, `${page.length} characters`)
  assert.doesNotMatch(page, /<circle|<title>2026/)
  assert.match(page, /<p class="note">Without the 400 oldest\.<\/p>/)
})

test('renderHistoryHtml links records where it knows their place, and has the notes', () => {
  const history = historyOf('json-reviver', stepped, [], 0.05)
  const recordHref = (record: string) => (record === 'record-3' ? '/records/3.json' : null)
  const page = renderHistoryHtml(history, { notes: ['In no trend: 1 partial record.'], recordHref })
  assert.match(page, /<a href="\/records\/3\.json">2026-01-03 00:00<\/a>/)
  assert.equal(page.match(/<a href="\/records/g)?.length, 1)
  assert.match(page, /<p class="note">In no trend: 1 partial record\.<\/p>/)
})
