import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trendLine } from './trend-line.ts'

test('trendLine draws the lowest low and the highest high, by ratio', () => {
  assert.equal(trendLine([1, 2, 4, 8], 10), '▁▃▆█')
  assert.equal(trendLine([1, 1, 8, 8], 10), '▁▁██')
})

test('trendLine puts neighbours together where there are too many', () => {
  assert.equal(trendLine([1, 1, 1, 8, 8, 8], 2), '▁█')
  assert.equal(
    trendLine(
      Array.from({ length: 1000 }, () => 3),
      40,
    ).length,
    40,
  )
})

test('trendLine makes no mountain of what is nearly equal', () => {
  assert.match(trendLine([1, 1.001, 0.999, 1], 10), /^[▄▅]{4}$/)
})
