import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sparkline, sparklineHeading } from './sparkline.ts'

test('sparkline draws the share of the values in each column, on a logarithmic scale', () => {
  // Columns of a factor of two: 1 to 2, 2 to 4, 4 to 8, 8 to 16.
  const scale = { low: 1, high: 16, width: 4 }
  const values = [...Array(8).fill(1.5), ...Array(4).fill(3), 9]
  assert.equal(sparkline(values, scale), '█▄ ▁')
})

test('sparkline keeps what lies beyond an end in the column there, and shows one among thousands', () => {
  const scale = { low: 1, high: 4, width: 2 }
  assert.equal(sparkline([0, 0.1, 3, 3, 3, 3, 100], scale), '▃█')
  assert.equal(sparkline([...Array(5000).fill(3), 1.1], scale), '▁█')
})

test('sparklineHeading names the ends and where 1 is, as wide as the line', () => {
  assert.equal(sparklineHeading({ low: 0.5, high: 2, width: 21 }), '0.5×      1        2×')
  assert.equal(sparklineHeading({ low: 0.98, high: 2, width: 12 }), '0.98×     2×')
})
