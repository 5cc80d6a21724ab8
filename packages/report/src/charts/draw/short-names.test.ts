import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortened, shortNames } from './short-names.ts'

test('shortNames cuts the middle out, and leaves alone what fits', () => {
  assert.deepEqual(
    [...shortNames(['node@26.10.0', 'abcdefghijklmnop'], 12).values()],
    ['node@26.10.0', 'abcdef…lmnop'],
  )
})

test('shortNames never cuts what two names differ in', () => {
  const names = ['start--aaaa-1-bbbbbbbb--end', 'start--aaaa-2-bbbbbbbb--end']
  const short = [...shortNames(names, 16).values()]
  assert.equal(new Set(short).size, 2)
  assert.ok(short.every(name => name.length <= 16))
  const hopeless = [
    'aaaaaaaaaaXbbbbbbbbbb',
    'aaaaaaaaaaYbbbbbbbbbb',
    'Caaaaaaaaaaaabbbbbbbb',
    'aaaaaaaaaaaaabbbbbbbD',
  ]
  assert.deepEqual([...shortNames(hopeless, 6).values()], hopeless)
})

test('shortened counts letters, not halves of them', () => {
  assert.equal(shortened('😀😀😀😀😀', 3), '😀…😀')
})
