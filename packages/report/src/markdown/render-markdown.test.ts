import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { renderMarkdown } from './render-markdown.ts'

test('renderMarkdown has question, headlines, tables, verdicts and machine', () => {
  const text = renderMarkdown(sampleRecord())
  assert.match(text, /^### json-reviver\n\n\*\*What does a reviver cost/)
  assert.match(text, /- \*\*▲\*\* slowest: `function-arguments`: 5\.2 to 5\.8× `parse` on both/)
  assert.match(text, /\| `arrow-2` \| 1\.341 ±0\.5 % \*\*▲\*\* \| 5\.88 ±0\.5 % \*\*▲\*\* ¹ \|/)
  assert.match(text, /\| `node@26\.10\.0` v8 14\.6\S* \| {2}\| {2}\| {2}\| {2}\|/)
  assert.match(
    text,
    /\| `arrow-2` \| 110 µs ±0\.4 % \| 112 µs ±0\.4 % \| 1\.341× \[1\.334, 1\.348\] \| \*\*▲ slower\*\* \|/,
  )
  assert.match(text, /\| `delete-keys` \| {2}\| {2}\| {2}\| \*\*✗ failed\*\* \|/)
  assert.match(text, /threshold 1 %, bias allowance 0\.2 %/)
  assert.match(text, /Machine: AMD EPYC 9B14, 2 cores.* Seed: 42\./)
  assert.match(text, /\*\*inconclusive \(too wide\)\*\*\. The interval is what is known/)
})

test('renderMarkdown ends with the command to reproduce', () => {
  const text = renderMarkdown(sampleTargetsRecord())
  assert.ok(
    text.endsWith(
      "```sh\npnpm bench json-reviver --by targets --flags '' --flags --max-semi-space-size=64 --seed 42\n```\n",
    ),
  )
})

test('renderMarkdown gives every row of a table as many fields as its heading', () => {
  const record = sampleRecord()
  const rename = (id: string) => (id === 'arrow-2' ? 'a|b<c>`d`' : id)
  const renamed = {
    ...record,
    results: record.results.map(each => ({ ...each, case: rename(each.case) })),
    comparisons: record.comparisons.map(each => ({ ...each, case: rename(each.case) })),
  }
  const text = renderMarkdown(renamed)
  assert.ok(text.includes('| `` a\\|b<c>`d` `` |'))
  const widths = text
    .split('\n\n')
    .filter(part => part.startsWith('|'))
    .map(table => new Set(table.split('\n').map(row => row.split(/(?<!\\)\|/).length)).size)
  assert.deepEqual(widths, [1, 1, 1])
})

test('renderMarkdown escapes what a suite says', () => {
  const record = sampleRecord()
  const suites = record.suites.map(suite => ({ ...suite, question: 'Is <b>a|b</b> `slow`?\n# No' }))
  assert.ok(
    renderMarkdown({ ...record, suites }).includes('**Is &lt;b&gt;a\\|b&lt;/b&gt; \\`slow\\`? # No**'),
  )
})

test('renderMarkdown shows what each case is in a fence that its code cannot end', () => {
  const record = sampleRecord()
  const code = { setup: '() => ({})', cases: { parse: '() => `\n```\n`' } }
  const markdown = renderMarkdown({ ...record, suites: record.suites.map(suite => ({ ...suite, code })) })
  assert.match(
    markdown,
    /`setup`\n\n```js\n\(\) => \(\{\}\)\n```\n\n`parse`\n\n````js\n\(\) => `\n```\n`\n````\n/,
  )
  assert.doesNotMatch(renderMarkdown(record), /What the cases are/)
})

test('renderMarkdown shows what the suite says of a case, with its code and without', () => {
  const record = sampleRecord()
  const about = { descriptions: { parse: 'Without | reviver.', 'arrow-2': 'With *two*.' } }
  const code = { setup: null, cases: { parse: '() => 1' } }
  const suites = record.suites.map(suite => ({ ...suite, ...about }))
  const blocks = (markdown: string) =>
    /What the cases are<\/summary>\n\n([\s\S]*?)\n\n<\/details>/.exec(markdown)?.[1]
  assert.equal(
    blocks(renderMarkdown({ ...record, suites: suites.map(suite => ({ ...suite, code })) })),
    '`parse`: Without \\| reviver.\n\n```js\n() => 1\n```\n\n`arrow-2`: With \\*two\\*.',
  )
  assert.equal(
    blocks(renderMarkdown({ ...record, suites })),
    '`parse`: Without \\| reviver.\n\n`arrow-2`: With \\*two\\*.',
  )
})
