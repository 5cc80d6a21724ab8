import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Canonical } from '../suite/suite.ts'
import { canonicalText, digest } from './canonical.ts'

test('canonicalText distinguishes numbers to ten significant digits and no further', () => {
  assert.equal(canonicalText(1234567890.4), '1234567890')
  assert.equal(canonicalText(0.12345678901), canonicalText(0.12345678904))
  assert.notEqual(canonicalText(0.1234567891), canonicalText(0.1234567892))
  assert.notEqual(canonicalText(1.000000001), canonicalText(1.000000002))
  // Whole numbers are written in full.
  assert.notEqual(canonicalText(9_007_199_254_740_991), canonicalText(9_007_199_254_740_990))
})

test('canonicalText is the same for both zeros, and different for all other values', () => {
  assert.equal(canonicalText(-0), canonicalText(0))
  const values: Canonical[] = [
    ...[0, 1, -1, 1n, '1', '', true, false, null, undefined],
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ...['null', 'a,b', [], [[]], ['a', 'b'], ['a,b'], {}, { a: 1 }, { a: 1, b: 2 }, { a: { b: 2 } }],
    ...[{ 'a:1,b': 2 }, [null], [undefined], { a: undefined }, 'é', '\ud800'],
  ]
  assert.equal(new Set(values.map(value => canonicalText(value))).size, values.length)
})

test('canonicalText ignores the order of keys, but not that of lists', () => {
  const found = { b: [1, 2], a: { d: 1, c: 2 }, '10': 0, '9': 0 }
  const sorted = { '10': 0, '9': 0, a: { c: 2, d: 1 }, b: [1, 2] }
  assert.equal(canonicalText(found), canonicalText(sorted))
  assert.equal(canonicalText(found), '{"10":0,"9":0,"a":{"c":2,"d":1},"b":[1,2]}')
  assert.notEqual(canonicalText([1, 2]), canonicalText([2, 1]))
})

test('canonicalText accepts plain objects, also without a prototype, and names the path of anything else', () => {
  assert.equal(canonicalText(Object.assign(Object.create(null), { a: 1 })), '{"a":1}')
  class Point {
    readonly x = 1
  }
  const strange: [unknown, RegExp][] = [
    [new Map([[1, 2]]), /value: it is a Map\./],
    [{ a: [0, new Set([1])] }, /value\.a\[1\]: it is a Set\./],
    [[new Point()], /value\[0\]: it is a Point\./],
    [new Uint8Array([1]), /it is a Uint8Array\./],
    [new Date(0), /it is a Date\./],
    [{ run: () => 1 }, /value\.run: it is a function\./],
    [Symbol.iterator, /it is a symbol\./],
  ]
  for (const [value, message] of strange) {
    assert.throws(() => canonicalText(value as Canonical), message)
  }
})

test('digest is two FNV-1a hashes over the low and the high byte of every unit', () => {
  // The hash of the empty text is its offset basis. The first half is standard FNV-1a, here of the bytes 61 and 00.
  assert.equal(digest(''), '811c9dc5050c5d1f')
  assert.equal(digest('a').slice(0, 8), fnv1a([0x61, 0]))
  assert.equal(digest('Ж€').slice(0, 8), fnv1a([0x16, 0x04, 0xac, 0x20]))
})

test('digest distinguishes texts that differ only in a high byte, in order or in length', () => {
  const texts = ['a', '\u0161', '\u6161', 'ab', 'ba', 'a\0', '', '\0', 'Ā', '\u0200']
  assert.equal(new Set(texts.map(digest)).size, texts.length)
  const halves = (half: (text: string) => string) => new Set(texts.map(digest).map(half)).size
  // Each half is a hash of its own: together they are 64 bits.
  assert.equal(
    halves(text => text.slice(0, 8)),
    texts.length,
  )
  assert.equal(
    halves(text => text.slice(8)),
    texts.length,
  )
  assert.match(digest('steelyard'), /^[0-9a-f]{16}$/)
})

/** Computes the hash by BigInt arithmetic. */
function fnv1a(bytes: readonly number[]): string {
  const hash = bytes.reduce((sum, byte) => ((sum ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn, 0x811c9dc5n)
  return hash.toString(16).padStart(8, '0')
}
