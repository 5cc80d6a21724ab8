import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratesOf } from './tally.ts'

test('ratesOf counts every response, also those that come together at the end', () => {
  const responsesAt: (number | undefined)[] = []
  responsesAt[10] = 3
  responsesAt[109] = 1
  responsesAt[199] = 20
  assert.deepEqual(ratesOf(responsesAt, 200), [30, 210])
  // One that is counted a moment after the end is in the last part.
  responsesAt[201] = 1
  assert.deepEqual(ratesOf(responsesAt, 200), [30, 220])
  // Nothing is left over where the window is no whole number of tenths.
  assert.equal(ratesOf([1, ...Array(247), 1], 249).length, 2)
  assert.deepEqual(ratesOf([], 20), [0])
})
