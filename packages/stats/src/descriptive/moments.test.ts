import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mean, standardDeviation, standardError } from './moments.ts'

test('mean adds up and divides', () => {
  assert.equal(mean([1, 2, 6]), 3)
})

test('standardDeviation divides by n - 1', () => {
  assert.equal(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9]), Math.sqrt(32 / 7))
  assert.equal(standardDeviation([3, 3]), 0)
})

test('standardError is the standard deviation over the root of n', () => {
  assert.equal(standardError([2, 4, 4, 4, 5, 5, 7, 9]), Math.sqrt(32 / 7) / Math.sqrt(8))
})

test('moments refuse too few values', () => {
  assert.throws(() => mean([]), RangeError)
  assert.throws(() => standardDeviation([1]), RangeError)
  assert.throws(() => standardError([1]), RangeError)
})
