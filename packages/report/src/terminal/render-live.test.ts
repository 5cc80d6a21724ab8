import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayWidth } from '../../../text/src/display-width.ts'
import { type LivePair, renderLive } from './render-live.ts'

const STYLE = { width: 97, color: false }
const SUITE = { name: 'json', question: 'What a reviver costs', compare: 'cases', baseline: 'parse' } as const
const TARGETS = ['node', 'bun'].map(runtime => ({
  id: `${runtime}@1`,
  runtime,
  version: '1',
  binary: { sha256: '' },
}))

function pair(caseId: string, baseCase: string | null, known: Partial<LivePair> = {}): LivePair {
  const [base, head] = baseCase === null ? ['node@1', 'bun@1'] : ['node@1', 'node@1']
  return {
    ...{
      case: caseId,
      baseCase: baseCase ?? caseId,
      base,
      head,
      params: {},
      metric: 'wall',
      threshold: 0.02,
      ratio: null,
      verdict: null,
    },
    ...known,
  }
}

const ratio = (value: number) => ({ value, lower: value / 1.03, upper: value * 1.03, level: 0.95, n: 5 })
const STATUS = ['███· launch 7 of about 20']

function live(pairs: readonly LivePair[], rows = 50, style = STYLE): string {
  return renderLive({ suite: SUITE, targets: TARGETS, pairs }, STATUS, style, rows)
}

test('renderLive has the whole matrix from the start, and fills it with estimates and verdicts', () => {
  const before = live([pair('parse', null), pair('a', 'parse'), pair('b', 'parse')])
  assert.match(before, /^ {2}parse +…$/m)
  assert.match(before, /^ {2}b +…$/m)
  assert.doesNotMatch(before, /[▲▼?]/)
  const after = live([
    pair('parse', null, { ratio: ratio(0.5), verdict: 'faster' }),
    pair('a', 'parse', { ratio: ratio(5.3), verdict: 'slower' }),
    pair('b', 'parse', { ratio: ratio(1) }),
  ])
  assert.match(after, /^ {2}▼ bun +0\.50× node's time for parse$/m)
  assert.match(after, /^ {2}a +5\.3 ±3 % ▲ █+/m)
  assert.match(after, /^ {2}b +1\.00 ±3 % \? █+\S* +at most 3 % either way$/m)
  assert.ok(after.endsWith(`\n\n${STATUS[0]}`))
  assert.equal(after.split('\n').length - before.split('\n').length, 5, 'findings and legends alone are more')
})

test('renderLive names the threshold of what is the same', () => {
  const text = live([pair('parse', null, { ratio: ratio(1), verdict: 'same' })])
  assert.match(text, / same within 2 %: parse$/m)
})

test('renderLive says of a target that it is faster in one case and slower in another', () => {
  const text = live([
    pair('parse', null, { ratio: ratio(0.5), verdict: 'faster' }),
    pair('walk', null, { ratio: ratio(2), verdict: 'slower' }),
  ])
  assert.match(text, /^ {2}▼▲ bun +2\.00× node's time for walk; 0\.50× node's time for parse$/m)
})

test('renderLive keeps to the rows and columns of its terminal, and always ends with the status', () => {
  const pairs = Array.from({ length: 12 }, (_, index) =>
    pair(`case-${index}`, 'parse', { ratio: ratio(index + 2) }),
  )
  for (const rows of [1, 2, 6, 10, 24, 60]) {
    for (const width of [40, 80, 97]) {
      const lines = live([pair('parse', null), ...pairs], rows, { ...STYLE, width }).split('\n')
      assert.ok(lines.length < Math.max(2, rows), `${rows}`)
      assert.equal(lines.at(-1), STATUS[0])
      assert.ok(lines.every(line => displayWidth(line) < width))
    }
  }
})
