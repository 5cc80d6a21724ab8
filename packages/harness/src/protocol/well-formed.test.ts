import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseWellFormed } from './well-formed.ts'

test('parseWellFormed repairs half of a surrogate pair in values and in keys', () => {
  const text = JSON.stringify({ a: ['x\ud83d', { '\ude00k': 1 }], pair: '😀', n: [1, null, true] })
  assert.deepEqual(parseWellFormed(text), {
    a: ['x\ufffd', { '\ufffdk': 1 }],
    pair: '😀',
    n: [1, null, true],
  })
  assert.equal(parseWellFormed('"\\uD83D\\uDE00"'), '😀')
  assert.equal(parseWellFormed('"\\uD83D"'), '\ufffd')
  assert.equal(parseWellFormed('"\ud83d"'), '\ufffd')
  assert.equal(parseWellFormed(String.raw`"\\ud83d"`), String.raw`\ud83d`)
})

test('parseWellFormed loses no key', () => {
  const text = String.raw`{"\ud800":1,"\ud801":2,"\ufffd":3,"\ufffd\ufffd":4,"__proto__":{"\ud800":5}}`
  const found = parseWellFormed(text) as Record<string, unknown>
  assert.deepEqual(Object.values(found).toSorted().slice(0, 4), [1, 2, 3, 4])
  assert.equal(found['\ufffd'], 3)
  assert.deepEqual(Object.keys(found).length, 5)
  assert.ok(Object.keys(found).every(key => key.isWellFormed()))
  assert.equal(Object.getPrototypeOf(found), Object.prototype)
})
