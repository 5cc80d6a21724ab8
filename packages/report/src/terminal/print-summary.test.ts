import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { displayWidth } from '../../../text/src/display-width.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderReport } from './render-report.ts'

/** A suite that went well, one of targets, and one of which a case failed. */
function threeSuites(): RunRecord {
  const whole = sampleRecord({ results: sampleRecord().results.filter(({ status }) => status === 'ok') })
  const parts = [
    named(whole, 'well'),
    named(sampleTargetsRecord(), 'targets'),
    named(sampleRecord(), 'failing'),
  ]
  return {
    ...sampleTargetsRecord(),
    suites: parts.flatMap(({ suites }) => suites),
    results: parts.flatMap(({ results }) => results),
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
  }
}

function named({ suites, results, comparisons, ...rest }: RunRecord, suite: string): RunRecord {
  return {
    ...rest,
    suites: suites.map(each => ({ ...each, name: suite })),
    results: results.map(each => ({ ...each, suite })),
    comparisons: comparisons.map(each => ({ ...each, suite })),
  }
}

function summary(record: RunRecord, width = 80): string[] {
  const text = renderReport(record, { width, color: false })
  const from = text.indexOf('Over all suites')
  return from < 0 ? [] : text.slice(from).split('\n')
}

test('renderReport ends with a summary of several suites, those that lack something first', () => {
  const lines = summary(threeSuites())
  const titles = lines.filter(line => /^ {2}(well|targets|failing): /.test(line))
  assert.deepEqual(
    titles.map(line => line.trim().split(':')[0]),
    ['failing', 'well', 'targets'],
  )
  const text = lines.join(' ').replaceAll(/\s+/g, ' ')
  assert.match(text, /slow\? 10 measured, 1 failed, 1 unsupported, against parse/)
  assert.match(text, /✗ not measured: delete-keys on node@26\.10\.0/)
  assert.match(text, /slow\? 6 measured, against node@26\.10\.0/)
})

test('printSummary shows of each target the ratio that its interval holds furthest from 1, and counts verdicts', () => {
  const lines = summary(threeSuites(), 100)
  const rows = lines.filter(line => /^ {4}node@26\.10\.0 /.test(line))
  // 427 µs against 82.1 µs.
  assert.match(rows[0] ?? '', /5\.\d+× \[5\.\d+, 5\.\d+\] +function-arguments +2▲ 1= 1\?/)
})

test('renderSummary names no ratio where every interval holds 1', () => {
  const record = threeSuites()
  const comparisons = record.comparisons.map(each => ({
    ...each,
    ratio: { ...each.ratio, lower: 0.9, upper: 1.1 },
  }))
  const lines = summary({ ...record, comparisons })
  assert.ok(lines.some(line => /bun@1\.4\.5 +none beyond its interval/.test(line)))
  assert.ok(!lines.some(line => line.includes('×')))
})

test('renderSummary says of a suite that nothing of it was compared', () => {
  const record = threeSuites()
  const comparisons = record.comparisons.filter(({ suite }) => suite !== 'targets')
  assert.equal(summary({ ...record, comparisons }).at(-1), '  nothing was compared')
})

test('renderSummary counts no verdicts in a preview', () => {
  const record = threeSuites()
  const comparisons = record.comparisons.map(each => ({ ...each, verdict: null, reason: 'quick' }))
  assert.doesNotMatch(summary({ ...record, comparisons }).join('\n'), /verdicts|▲/)
})

test('renderSummary stays within any width', () => {
  for (const width of [20, 40, 60, 79, 80, 100]) {
    for (const line of summary(threeSuites(), width)) assert.ok(displayWidth(line) <= width, line)
  }
})

test('one suite needs no summary', () => {
  assert.deepEqual(summary(sampleRecord()), [])
  assert.doesNotMatch(renderMarkdown(sampleRecord()), /Over all suites/)
})

test('renderMarkdown begins with the summary of several suites', () => {
  const text = renderMarkdown(threeSuites())
  assert.ok(text.startsWith('#### Over all suites\n'))
  assert.match(text, /\| `failing`: .* 10\s+measured, 1\s+failed, 1\s+unsupported/)
})
