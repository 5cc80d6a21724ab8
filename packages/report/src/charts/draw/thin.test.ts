import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thinnedToExtremes } from './thin.ts'

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
