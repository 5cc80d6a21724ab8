import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedCores } from './affinity.ts'

test('allowedCores reads ranges and single cores of the kernel list', () => {
  assert.deepEqual(allowedCores('0-2,5,7-8'), [0, 1, 2, 5, 7, 8])
  assert.deepEqual(allowedCores('0'), [0])
  assert.deepEqual(allowedCores(''), [])
  assert.deepEqual(allowedCores(null), [])
})
