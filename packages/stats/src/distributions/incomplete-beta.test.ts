import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incompleteBeta } from './incomplete-beta.ts'

test('incompleteBeta is x to the power a for b = 1, and 0 and 1 at its ends', () => {
  for (const x of [0.001, 0.3, 0.9]) {
    assert.ok(Math.abs(incompleteBeta(x, 1 - x, 2.5, 1) / x ** 2.5 - 1) < 1e-13)
  }
  assert.equal(incompleteBeta(0, 1, 2, 3), 0)
  assert.equal(incompleteBeta(1, 0, 2, 3), 1)
})

test('incompleteBeta of x and of its complement add up to 1', () => {
  for (const x of [0.01, 0.4, 0.6, 0.99]) {
    const sum = incompleteBeta(x, 1 - x, 3.7, 0.5) + incompleteBeta(1 - x, x, 0.5, 3.7)
    assert.ok(Math.abs(sum - 1) < 1e-13)
  }
})
