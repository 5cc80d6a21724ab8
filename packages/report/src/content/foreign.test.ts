import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignSample } from '@steelyard/record/fixtures/foreign-sample'
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

test('a page sorts a foreign record by the CPU time that it shows', () => {
  const sample = foreignSample()
  const results = sample.results.map(result => ({
    ...result,
    foreign: result.foreign && { ...result.foreign, cpuNs: 1234 },
  }))
  assert.match(renderHtml([{ ...sample, results }]), /data-n=" [\d.]+ 1234"/)
})
