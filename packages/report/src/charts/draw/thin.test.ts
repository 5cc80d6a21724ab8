import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thinned, thinnedToExtremes } from './thin.ts'

test('thinned keeps all when there is room, else both ends and an even choice between', () => {
  assert.deepEqual(thinned([1, 2, 3], 3), [1, 2, 3])
  assert.deepEqual(thinned([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 6), [0, 2, 4, 6, 8, 10])
  assert.equal(thinned(Array.from({ length: 1000 }).fill(0), 17).length, 17)
})

test('thinnedToExtremes loses no spike and keeps the order', () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({
    at: index,
    height: index === 613 ? 50 : index % 7,
  }))
  const kept = thinnedToExtremes(items, 20, item => item.height)
  assert.equal(kept.length, 20)
  assert.ok(kept.some(item => item.height === 50))
  assert.deepEqual(
    kept.map(item => item.at),
    kept.map(item => item.at).toSorted((a, b) => a - b),
  )
})
