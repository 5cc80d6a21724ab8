import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { serverSample } from '@steelyard/record/fixtures/server-sample'
import { startSample } from '@steelyard/record/fixtures/start-sample'
import { renderHtml } from '../render-html.ts'

const HOSTILE = '<script>'

/** The starts of the sample with bundles of three sizes. */
function sizesSample(): RunRecord {
  const sample = startSample()
  const results = [1, 8, 64].flatMap(factor =>
    sample.results.map(result => {
      const { start } = result
      if (start === null) return result
      const bundle = { ...start.bundle, bytes: 1024 * factor }
      return { ...result, params: { kib: factor }, start: { ...start, bundle } }
    }),
  )
  return { ...sample, results, comparisons: [] }
}

/** The record with another name for its first case. */
function renamed(record: RunRecord): RunRecord {
  const first = record.results[0]?.case
  const name = (id: string) => (id === first ? HOSTILE : id)
  return {
    ...record,
    suites: record.suites.map(suite => ({ ...suite, baseline: name(suite.baseline) })),
    results: record.results.map(result => ({ ...result, case: name(result.case) })),
    comparisons: record.comparisons.map(each => ({
      ...each,
      case: name(each.case),
      baseCase: name(each.baseCase),
    })),
  }
}

test('renderHtml has the tables of servers, and unequal configuration above the result', () => {
  const page = renderHtml([serverSample()])
  for (const title of ['Latency', 'Answers a second', 'Load', 'CPU time of single requests']) {
    assert.ok(page.includes(`<h4>${title}</h4>`), title)
  }
  assert.match(
    page,
    /<code>node@26\.10\.0<\/code><td>2\.00 ms<td>4\.00 ms<td>8\.00 ms<td>9\.00 ms<td>11\.0 ms<td>4\.40 ms<td>2\.10 ms<td>31\.0 ms<td>3\.00 ms/,
  )
  assert.match(page, /<td>99 %, bound<td>60,000\/s/)
  assert.match(page, /wall\/request/)
  assert.match(page, /<span>requests\/s<\/span>/)
  assert.ok(page.indexOf('Unequal configuration') > 0)
  assert.ok(page.indexOf('Unequal configuration') < page.indexOf('<h2'))
})

test('renderHtml has the tables of starts, and no picture of launches that are one sample', () => {
  const page = renderHtml([startSample()])
  for (const title of ['Starts', 'First and second request', 'Startup phases of workerd', 'Bundles']) {
    assert.ok(page.includes(`<h4>${title}</h4>`), title)
  }
  const started = startSample().results.filter(({ start }) => start !== null)
  assert.ok(started.length > 0)
  const pictures = (record: RunRecord) => renderHtml([record]).match(/<b>Launches\.<\/b>/g)?.length ?? 0
  assert.ok(pictures(startSample()) < pictures(sampleRecord()))
})

test('renderHtml has the starts of several choices of parameters side by side', () => {
  const page = renderHtml([sizesSample()])
  assert.match(page, /<th>parameters<\/th>/)
  assert.match(page, /<code>kib=64<\/code><td>326 ms/)
})

test('renderHtml takes the name of a server or a start for nothing but text', () => {
  for (const record of [serverSample(), sizesSample()]) {
    const page = renderHtml([renamed(record)])
    assert.equal(page.match(/<script/g)?.length, 1)
    assert.match(page, /&lt;script&gt;/)
  }
})

test('renderHtml says nothing of servers where there are none', () => {
  const page = renderHtml([sampleRecord()])
  assert.doesNotMatch(page, /first byte|Answers a second|<h4>Starts/)
  assert.match(page, /wall\/iteration/)
})
