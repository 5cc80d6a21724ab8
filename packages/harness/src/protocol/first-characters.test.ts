import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstCharacters } from './first-characters.ts'

test('firstCharacters never cuts a surrogate pair, and is slice otherwise', () => {
  assert.equal(firstCharacters('abc', 2), 'ab')
  assert.equal(firstCharacters('abc', 9), 'abc')
  assert.equal(firstCharacters('a😀b', 2), 'a')
  assert.equal(firstCharacters('a😀b', 3), 'a😀')
  assert.equal(firstCharacters('a😀😀b', 4, 2), '😀b')
  assert.equal(firstCharacters('', 3), '')
  const text = 'x😀é\u{10000}\u{10ffff}😀\ud7ff\ue000y'
  for (let start = 0; start <= text.length; start++) {
    for (let length = 0; length <= text.length; length++) {
      const cut = firstCharacters(text, length, start)
      assert.ok(cut.isWellFormed() && text.includes(cut))
      assert.ok(text.slice(start, start + length).length - cut.length <= 2)
    }
  }
})
