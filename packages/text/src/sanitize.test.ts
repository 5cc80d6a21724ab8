import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plain } from './sanitize.ts'

test('plain takes out colours, cursor moves and line breaks, in keys too', () => {
  const value = { 'a\u001b[2Jb': ['\u001b[31mred\u001b[0m\r\nnext', 5, null, true] }
  assert.deepEqual(plain(value), { ab: ['red next', 5, null, true] })
})

test('plain takes out what turns the direction of text', () => {
  assert.equal(plain('safe\u202Egnp.exe'), 'safegnp.exe')
})

test('plain leaves other signs alone', () => {
  assert.equal(plain('重さ ±1 % 👩‍💻'), '重さ ±1 % 👩‍💻')
})
