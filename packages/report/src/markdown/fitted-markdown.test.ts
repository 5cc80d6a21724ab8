import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fittedMarkdown, type MarkdownParts } from './fitted-markdown.ts'

const REPORT: MarkdownParts = {
  first: ['first'],
  suites: [
    { full: ['a', 'a×'.repeat(100)], short: ['a in short'] },
    { full: ['b', 'b×'.repeat(100)], short: ['b in short'] },
  ],
  last: ['last'],
}

const bytes = (text: string) => Buffer.byteLength(text)

test('fittedMarkdown leaves what fits as it is, to the byte', () => {
  const whole = fittedMarkdown([REPORT], Infinity)
  assert.equal(whole, `first\n\na\n\n${'a×'.repeat(100)}\n\nb\n\n${'b×'.repeat(100)}\n\nlast\n`)
  assert.equal(fittedMarkdown([REPORT], bytes(whole)), whole)
  assert.notEqual(fittedMarkdown([REPORT], bytes(whole) - 1), whole)
})

test('fittedMarkdown shortens the last suites, over all reports, and says how many', () => {
  const whole = fittedMarkdown([REPORT, REPORT], Infinity)
  const text = fittedMarkdown([REPORT, REPORT], bytes(whole) - 150)
  assert.match(
    text,
    /^first\n\na\n[\s\S]*\n\nb\n[\s\S]*last\n\nfirst\n\na\n[\s\S]*\n\nb in short\n\nlast\n\nTo fit here, the tables of one/,
  )
  const shorter = fittedMarkdown([REPORT, REPORT], 400)
  assert.match(shorter, /a in short[\s\S]*b in short[\s\S]*tables of 4 suites are left out/)
})

for (const most of [1300, 700, 420, 150, 80]) {
  test(`fittedMarkdown stays within ${most} bytes, and ends with a whole piece`, () => {
    const text = fittedMarkdown([REPORT, REPORT], most)
    assert.ok(bytes(text) <= most, text)
    assert.match(text, /(?:last|left out[^\n]*|has it all\.|has them all\.)\n$/)
  })
}
