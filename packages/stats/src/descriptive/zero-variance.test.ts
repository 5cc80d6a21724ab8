import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lacksVariance } from './moments.ts'

test('lacksVariance sees through rounding and keeps a real difference', () => {
  assert.equal(lacksVariance([0.1 + 0.2, 0.3]), true)
  assert.equal(lacksVariance([0.3, 0.3 + 1e-9]), false)
  assert.equal(lacksVariance([]), true)
})
