import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultRecord } from '@steelyard/record'
import { foreignSample } from '@steelyard/record/fixtures/foreign-sample'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderHtml } from '../pictures.ts'
import { renderReport } from '../terminal/render-report.ts'

test('renderReport shows foreign times with their intervals and their tool, and no verdict', () => {
  const text = renderReport(foreignSample(), { width: 100, color: false })
  assert.match(text, /^Imported: these are the numbers of deno-bench 2\.9\.6, found by its own method\./)
  assert.match(text, /^ +parse +100 µs ±10 % +– +baseline/m)
  assert.match(text, /^ +arrow-2 +200 µs +–/m)
  assert.doesNotMatch(text, /unknown|ratio to|slower|faster|same\b|inconclusive|nothing was compared/)
})

test('renderMarkdown and renderHtml mark what is foreign, and know no command that makes it again', () => {
  const markdown = renderMarkdown(foreignSample())
  assert.match(markdown, /^Imported: these are the numbers of `deno-bench 2\.9\.6`/)
  assert.match(markdown, /\| `arrow-2` \| 200 µs \|/)
  assert.match(markdown, /Machine: AMD EPYC 9B14, virtual machine, linux 6\.18\.0\./)
  assert.doesNotMatch(markdown, /reproduce|Seed/)
  const page = renderHtml([foreignSample()])
  assert.match(page, /<p class="banner">Imported: these are the numbers of/)
  assert.match(page, /200 µs/)
  assert.doesNotMatch(page, /reproduce|unknown unknown/)
})

test('renderReport shows the time of an only launch without an interval, and none of two or of a failed one', () => {
  const record = sampleRecord()
  const rowWith = (count: number, change: Partial<ResultRecord> = {}) => {
    const results = record.results.map(result => {
      const launches = result.launches.slice(0, count)
      const timed = launches.map(launch => ({ ...launch, wallNs: [2e6, 4e6], cpuNs: [1e6, null] }))
      return { ...result, wallNs: null, cpuNs: null, launches: timed, ...change }
    })
    const text = renderReport({ ...record, results, comparisons: [] }, { width: 100, color: false })
    return text.split('\n').find(line => / (?:baseline|crashed)/.test(line)) ?? text
  }
  assert.match(rowWith(1), /parse +3\.00 ms +1\.00 ms +baseline$/)
  assert.doesNotMatch(rowWith(2), / ms /)
  assert.match(rowWith(1, { status: 'crashed' }), /^ +parse +✗ crashed$/)
})
