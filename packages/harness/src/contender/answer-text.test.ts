import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerText } from './answer-text.ts'

const EQUAL: readonly (readonly [string, unknown, unknown])[] = [
  ['keys in another order', { a: 1, b: [2] }, { b: [2], a: 1 }],
  ['maps', new Map([[1, { a: 2 }]]), new Map([[1, { a: 2 }]])],
  ['bytes', new Uint8Array([1, 2]), new Uint8Array([0, 1, 2]).subarray(1)],
  ['the last digits of a number', 0.1 + 0.2, 0.3],
]

for (const [what, one, other] of EQUAL) {
  test(`answerText is the same for ${what}`, () => {
    assert.notEqual(answerText(one), null)
    assert.equal(answerText(one), answerText(other))
  })
}

test('answerText differs for different values', () => {
  const values = [
    ...[0, '0', null, undefined, [0], [[0]], {}, { 0: 0 }, { 0: 1 }, new Set(), new Set([0]), new Set([1])],
    ...[new Map(), new Map([[0, 0]]), new Map([[0, 1]]), new Date(0), new Date(1), /0/, /1/],
    ...[new ArrayBuffer(1), new ArrayBuffer(2), new Uint8Array([1]), new Uint8Array([1, 2]).subarray(1)],
  ]
  assert.equal(new Set(values.map(answerText)).size, values.length)
})

test('answerText is null for what cannot be compared, or is too large', () => {
  const cycle: unknown[] = []
  cycle.push(cycle)
  const values = [() => 1, Symbol('s'), new (class Own {})(), cycle, new Array(1e6).fill(0), 'x'.repeat(2e6)]
  for (const value of [...values, [() => 1]]) assert.equal(answerText(value), null)
  const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])
  const isText = (value: unknown) => answerText(value) !== null
  assert.deepEqual([nested(100), nested(101)].map(isText), [true, false])
  assert.deepEqual(
    [19_999, 20_000].map(count => isText(new Array(count).fill(0))),
    [true, false],
  )
  assert.deepEqual(
    [1e6, 1e6 + 1].map(count => isText('x'.repeat(count))),
    [true, false],
  )
  assert.equal(answerText(Object.assign(Object.create(null), { a: 1 })), '{"a":1}')
})
