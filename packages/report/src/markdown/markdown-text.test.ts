import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownCode, markdownFence, markdownTable, markdownText } from './markdown-text.ts'

test('markdownText escapes markup, HTML and what would link', () => {
  assert.equal(
    markdownText('a|b <img> `c` *d* _e_ [f](g) & ~h~'),
    'a\\|b &lt;img&gt; \\`c\\` \\*d\\* \\_e\\_ \\[f\\](g) &amp; \\~h\\~',
  )
  assert.equal(markdownText('ask @user about #12'), 'ask @\u2060user about #\u206012')
  assert.equal(markdownText('owner/name#12, GH-12'), 'owner/name#\u206012, GH-\u206012')
  assert.equal(markdownText('node@26.10.0'), 'node@26.10.0')
})

test('markdownText does not begin a list or a heading', () => {
  assert.equal(markdownText('# a'), '\\# a')
  assert.equal(markdownText('- a'), '\\- a')
  assert.equal(markdownText('1. a'), '1\\. a')
  assert.equal(markdownText('12 a'), '12 a')
})

test('markdownCode fences with more backticks than the text holds', () => {
  assert.equal(markdownCode('plain'), '`plain`')
  assert.equal(markdownCode('a`b'), '``a`b``')
  assert.equal(markdownCode('`a``'), '``` `a`` ```')
})

test('markdownFence fences with more backticks than the command holds', () => {
  assert.equal(markdownFence('sh', "echo '```'"), "````sh\necho '```'\n````")
})

test('markdownTable keeps a bar inside its field, in code and in text', () => {
  const table = markdownTable(['a', 'b'], ['left', 'right'], [[markdownCode('x|y'), markdownText('x|y')]])
  assert.equal(table, '| a | b |\n| :-- | --: |\n| `x\\|y` | x\\|y |')
})
