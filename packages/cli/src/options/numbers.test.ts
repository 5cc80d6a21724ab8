import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percent, sizeBytes, wholeNumber } from './numbers.ts'

test('sizeBytes reads sizes with their units', () => {
  assert.deepEqual(['500MB', '1.5 GB', '20 kB', '1B'].map(sizeBytes), [5e8, 1.5e9, 20_000, 1])
})

for (const text of ['500', '0MB', '-1GB', 'MB', '1 MiB', '1e3MB', '', '99999999TB']) {
  test(`sizeBytes refuses '${text}'`, () => {
    assert.throws(() => sizeBytes(text), /Give a size with its unit/)
  })
}

test('percent reads a fraction above 0, and refuses one that is too small for a number', () => {
  assert.deepEqual(['1', '0.5', '2e1'].map(percent), [0.01, 0.005, 0.2])
  for (const text of ['', '0', '-1', '5e-324', 'Infinity', 'x'])
    assert.throws(() => percent(text), /Give a number above 0\./, `'${text}'`)
})

test('wholeNumber refuses what is no whole number, an empty text too', () => {
  assert.deepEqual(['0', '12', '1e3'].map(wholeNumber), [0, 12, 1000])
  for (const text of ['', ' ', '-1', '1.5', 'x', '1e99'])
    assert.throws(() => wholeNumber(text), /Give a whole number from 0\./, `'${text}'`)
})
