import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bar } from './bar.ts'

test('bar fills its share of the width, in eighths', () => {
  assert.equal(bar(1, 4, { unicode: true }), '████')
  assert.equal(bar(0.5, 3, { unicode: true }), '█▌')
  assert.equal(bar(0, 4, { unicode: true }), '')
})

test('bar shows what is small, and never more than its width', () => {
  assert.equal(bar(0.0001, 4, { unicode: true }), '▏')
  assert.equal(bar(1.5, 4, { unicode: true }), '████')
})

test('bar is ASCII where the terminal is plain', () => {
  assert.equal(bar(0.5, 6, { unicode: false }), '###')
  assert.equal(bar(0.01, 6, { unicode: false }), '#')
})
