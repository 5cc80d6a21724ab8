import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bar } from './bar.ts'

test('bar fills its share of the width, in eighths', () => {
  assert.equal(bar(1, 4), '████')
  assert.equal(bar(0.5, 3), '█▌')
  assert.equal(bar(0, 4), '')
})

test('bar shows what is small, and never more than its width', () => {
  assert.equal(bar(0.0001, 4), '▏')
  assert.equal(bar(1.5, 4), '████')
})
