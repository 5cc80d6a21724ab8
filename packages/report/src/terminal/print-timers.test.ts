import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreementSample } from '@steelyard/record/fixtures/agreement-sample'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderReport } from './render-report.ts'

for (const width of [100, 40]) {
  test(`renderReport compares timers on ${width} columns, with causes and unsupported ones`, () => {
    const text = renderReport(agreementSample(), { width, color: false })
    assert.ok(text.split('\n').every(line => line.length <= width))
    const flat = text.replace(/\s+/g, ' ')
    assert.match(flat, /tinybench.* 1\.45× \[1\.40, 1\.50\](?:, agrees)? differs/)
    assert.match(flat, /1\.01× \[0\.97, 1\.05\](?:, agrees)? no difference seen/)
    assert.match(flat, /, tinybench: its mean is 11 % above its own median/)
    assert.match(flat, /1 of 2 differ from Steelyard/)
    assert.match(flat, /by mitata unsupported: mitata compiles its loop from a string/)
  })
}

test('renderMarkdown compares timers', () => {
  const text = renderMarkdown(agreementSample())
  assert.match(text, /\| tinybench \| 1\.30 ms ±2\.0 % \| 1\.45× \[1\.40, 1\.50\] \| \*\*differs\*\* \|/)
  assert.match(text, /#### Why they can differ/)
})
