import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderOutlineMarkdown } from '../markdown/render-outline.ts'
import { OUTLINE_PAGE } from './fixtures/outline-page.ts'
import { renderOutlinesHtml } from './render-outlines.ts'

test('renderOutlinesHtml has what an outline says, its spread as a picture with its numbers', () => {
  const page = renderOutlinesHtml(OUTLINE_PAGE)
  for (const text of [
    'They do.',
    'Alike',
    'By ranks.',
    'Launches take turns.',
    's/&lt;b&gt;c&lt;/b&gt; on node@26',
  ]) {
    assert.ok(page.includes(text), text)
  }
  assert.ok(!page.includes('Empty') && !page.includes('<i>work'))
  const [svg = ''] = /<svg[\s\S]*?<\/svg>/.exec(page) ?? []
  assert.equal(svg.match(/fill="var\(--ink\)"/g)?.length, 1)
  assert.match(page, /At their foot: tier of &lt;i&gt;work/)
  assert.match(page, /1\.60 µs/)
  assert.match(page, /How many launches took how long/)
})

test('renderOutlineMarkdown has the spread as lines of text', () => {
  const [outline] = OUTLINE_PAGE.outlines
  assert.ok(outline)
  const text = renderOutlineMarkdown(outline)
  assert.match(text, /#### How the times are spread\n\n- 1\.00 µs .* 1\.60 µs, as in a run\n- .*engine logs/)
})
