import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTLINE_PAGE } from './fixtures/outline-page.ts'
import { renderOutlinesHtml } from './render-outlines.ts'

test('renderOutlinesHtml has what an outline says', () => {
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
  assert.ok(!page.includes('Empty'))
})
