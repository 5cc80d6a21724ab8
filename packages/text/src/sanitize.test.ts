import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitize } from './sanitize.ts'

test('sanitize takes out colours, cursor moves and line breaks, in keys too', () => {
  const value = { 'a\u001b[2Jb': ['\u001b[31mred\u001b[0m\r\nnext', 5, null, true] }
  assert.deepEqual(sanitize(value), { ab: ['red next', 5, null, true] })
})

test('sanitize takes out what turns the direction of text', () => {
  assert.equal(sanitize('safe\u202Egnp.exe'), 'safegnp.exe')
})

test('sanitize copies no list of numbers, which samples are', () => {
  const samples = [1.5, null, true]
  assert.equal(sanitize({ samples }).samples, samples)
})

test('sanitize leaves other signs alone', () => {
  assert.equal(sanitize('重さ ±1 % 👩‍💻'), '重さ ±1 % 👩‍💻')
})
