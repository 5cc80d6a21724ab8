import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratioText } from './format.ts'
import { knownRange, rangeText, shortEstimate } from './short-estimate.ts'

const estimates: readonly [value: number, times: number, text: string][] = [
  [0.4812, 1.04, '0.48 ±4 %'],
  [5.31, 1.03, '5.3 ±3 %'],
  [8.3, 1.004, '8.30 ±0.4 %'],
  [1.0034, 1.001, '1.003 ±0.1 %'],
  [12.4, 1.2, '12 ±20 %'],
  [0.012, 1.3, '0.012 ±30 %'],
  [123, 1.05, '123 ±5 %'],
  [1, 1, '1.0 ±<0.1 %'],
  [2, 30, '2.0 ±>999 %'],
]

for (const [value, times, text] of estimates) {
  test(`shortEstimate gives ${value} within a factor of ${times} as ${text}`, () => {
    const ratio = { value, lower: value / times, upper: value * times, level: 0.95, n: 5 }
    const { value: shown, interval } = shortEstimate(ratio)
    assert.equal(`${shown} ${interval}`, text)
  })
}

const ranges: readonly [lower: number, upper: number, text: string][] = [
  [0.953, 1.05, 'at most 5 % either way'],
  [0.996, 1.004, 'at most 0.4 % either way'],
  [0.925, 1.032, '8 % faster to 4 % slower'],
  [0.999, 1.03, '0.1 % faster to 3 % slower'],
  [0.6, 2.31, '40 % faster to 2.4×'],
  [0.003, 1.2, '0.0030× to 20 % slower'],
  [0.005, 1.6, '0.0050× to 60 % slower'],
  [1.018, 1.042, '1 to 5 % slower'],
  [0.61, 0.89, '11 to 39 % faster'],
  [5.04, 5.46, '5.0 to 5.5×'],
  [0.3, 0.45, '0.30 to 0.45×'],
  [0, 2, 'nothing yet'],
  [0.5, Number.POSITIVE_INFINITY, 'nothing yet'],
]

for (const [lower, upper, text] of ranges) {
  test(`knownRange of ${lower} to ${upper} is ${text}`, () =>
    assert.equal(knownRange({ lower, upper }), text))
}

test('rangeText gives one number where both ends read the same', () => {
  assert.equal(rangeText(7.04, 7.01), '7.0')
  assert.equal(rangeText(0.471, 12.3), '0.47 to 12')
})

test('a ratio that no clock can show has a text all the same', () => {
  const ratio = { value: 1e-150, lower: 1e-160, upper: 1e-140, level: 0.95, n: 5 }
  assert.match(ratioText(ratio).value, /^0\.0+×$/)
  assert.match(shortEstimate(ratio).value, /^0\.0+$/)
  assert.match(knownRange(ratio), /^0\.0+ to 0\.0+1×$/)
  assert.match(rangeText(ratio.lower, ratio.upper), /^0\.0+$/)
})
