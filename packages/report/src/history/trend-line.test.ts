import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trendLine } from './trend-line.ts'

test('trendLine draws the lowest low and the highest high, by ratio', () => {
  assert.equal(trendLine([1, 2, 4, 8], 10, { unicode: false }), '0257')
  assert.equal(trendLine([1, 1, 8, 8], 10, { unicode: true }), '▁▁██')
})

test('trendLine puts neighbours together where there are too many', () => {
  assert.equal(trendLine([1, 1, 1, 8, 8, 8], 2, { unicode: false }), '07')
  assert.equal(
    trendLine(
      Array.from({ length: 1000 }, () => 3),
      40,
      { unicode: true },
    ).length,
    40,
  )
})

test('trendLine makes no mountain of what is nearly equal', () => {
  assert.match(trendLine([1, 1.001, 0.999, 1], 10, { unicode: false }), /^[34]{4}$/)
})
