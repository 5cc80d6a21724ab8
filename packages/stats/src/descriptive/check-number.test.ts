import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBetween, checkFinite, checkPositive, checkWhole } from './check-number.ts'

test('checkFinite accepts finite numbers and names what it refuses', () => {
  checkFinite('samples', [0, -1, 1e300])
  assert.throws(() => checkFinite('samples', [1, Infinity]), /samples: found Infinity/)
  assert.throws(() => checkFinite('samples', [Number.NaN]), RangeError)
})

test('checkBetween accepts its ends and refuses NaN', () => {
  checkBetween('a share', 0, 0, 1)
  checkBetween('a share', 1, 0, 1)
  assert.throws(() => checkBetween('a share', Number.NaN, 0, 1), RangeError)
  assert.throws(() => checkBetween('a share', 1.01, 0, 1), RangeError)
})

test('checkPositive refuses 0 and infinity', () => {
  checkPositive('a spread', 1e-300)
  for (const value of [0, -1, Infinity, Number.NaN]) {
    assert.throws(() => checkPositive('a spread', value), RangeError)
  }
})

test('checkWhole refuses fractions and what is below its lowest', () => {
  checkWhole('a count', 2, 2)
  for (const value of [1, 2.5, Number.NaN, Infinity, 2 ** 53]) {
    assert.throws(() => checkWhole('a count', value, 2), RangeError)
  }
})
