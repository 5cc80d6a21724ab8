import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSample } from '@steelyard/record/fixtures/start-sample'
import { displayWidth } from '../../../../text/src/display-width.ts'
import { renderMarkdown } from '../../markdown/render-markdown.ts'
import { renderReport } from '../../terminal/render-report.ts'

const STYLE = { width: 120, color: false }

test('renderReport shows starts, first requests, phases and bundles', () => {
  const text = renderReport(startSample(), STYLE)
  assert.match(text, /^ +target +listening +first byte +last byte +starts$/m)
  assert.match(text, /node@\S+ +310 ms ±5\.0 % +326 ms ±5\.0 % +326 ms ±5\.0 % +1$/m)
  assert.match(text, /node@\S+ +15\.0 ms ±5\.0 % +900 µs ±5\.0 % +16\.7× \[15\.9, 17\.5\]$/m)
  assert.match(text, /node@\S+ +900 µs +2\.53 ms +326 ms +3,958$/m)
  assert.match(text, /bun@\S+ .*38 ms \[34, 46\].* 50$/m)
  assert.equal(text.match(/7\.84 MiB +1\.27 MiB +2\.88 MiB +850 KiB$/gm)?.length, 1, 'once for all targets')
})

test('renderReport shows starts of several choices of parameters side by side', () => {
  const sample = startSample()
  const choices = ['1mb', '8mb'].flatMap(size =>
    sample.results.map(result => ({ ...result, params: { size } })),
  )
  const text = renderReport({ ...sample, results: choices, comparisons: [] }, STYLE)
  assert.match(text, /Starts by parameters: time to the last byte/)
  assert.match(text, /^ +size=8mb +326 ms ±5\.0 % +326 ms ±5\.0 %/m)
  assert.doesNotMatch(renderReport(sample, STYLE), /Starts by parameters/)
  assert.match(
    renderMarkdown({ ...sample, results: choices, comparisons: [] }),
    /^\| parameters +\| node@\S+ +\|/m,
  )
})

test('renderReport keeps starts within the width', () => {
  for (const width of [40, 80, 100]) {
    const lines = renderReport(startSample(), { ...STYLE, width }).split('\n')
    assert.deepEqual(
      lines.filter(line => displayWidth(line) > width),
      [],
    )
  }
})

test('renderMarkdown has the same figures', () => {
  const text = renderMarkdown(startSample())
  for (const title of ['Starts', 'First and second request', 'Startup phases of workerd', 'Bundles']) {
    assert.ok(text.includes(`#### ${title}\n`), title)
  }
})
