import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '../fixtures/sample-record.ts'
import type { RunRecord } from '../record.ts'
import { recordText } from './record-text.ts'

test('recordText is JSON that gives the record back', () => {
  const record = sampleRecord()
  assert.deepEqual(JSON.parse(recordText(record)), record)
})

test('recordText puts each launch and each comparison on one line', () => {
  const record = sampleRecord()
  const lines = recordText(record).split('\n')
  for (const dense of [...record.results.flatMap(({ launches }) => launches), ...record.comparisons]) {
    assert.ok(lines.some(line => line.replace(/,$/, '').trim() === JSON.stringify(dense)))
  }
})

test('recordText keeps every digit of a number', () => {
  const record = sampleRecord({ seed: 2 ** 53 - 1 })
  assert.deepEqual(JSON.parse(recordText(record)).seed, 9_007_199_254_740_991)
  assert.match(recordText({ ...sampleRecord(), sum: 0.1 + 0.2 } as RunRecord), /"sum": 0\.30000000000000004/)
})

test('recordText puts a list of numbers on one line, however long', () => {
  const samples = Array.from({ length: 500 }, (_, index) => (index % 9 === 1 ? null : index + 0.5))
  const text = recordText({ ...sampleRecord(), samples } as RunRecord)
  assert.ok(text.split('\n').some(line => line === ` "samples": ${JSON.stringify(samples)}`))
})

test('recordText puts a list of long sentences on lines of their own', () => {
  const sentences = [
    'One sentence that takes a good part of a line to say.',
    'Another one that is at least as long as the first, and then some.',
  ]
  const text = recordText({ ...sampleRecord(), sentences } as RunRecord)
  assert.ok(text.includes(` "sentences": [\n  "${sentences[0]}",\n  "${sentences[1]}"\n ]`))
})

test('recordText writes empty and short values on one line, and leaves undefined fields out, as JSON does', () => {
  const text = recordText({
    ...sampleRecord(),
    empty: { list: [], object: {}, gone: undefined },
    short: { a: 1, b: 'x' },
  } as RunRecord)
  assert.ok(text.includes('"empty": {\n  "list": [],\n  "object": {}\n }'))
  assert.ok(text.includes('"short": { "a": 1, "b": "x" }\n'))
})

for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n]) {
  test(`recordText refuses ${String(value)} in a field it does not know, and names it`, () => {
    const record = { ...sampleRecord(), extra: { readings: [1, value] } } as RunRecord
    assert.throws(() => recordText(record), {
      name: 'TypeError',
      message: new RegExp(`extra\\.readings\\[1\\] is ${String(value)}`),
    })
  })
}
