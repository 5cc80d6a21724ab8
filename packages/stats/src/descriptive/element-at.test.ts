import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementAt } from './element-at.ts'

test('elementAt returns the element and refuses an index outside', () => {
  assert.equal(elementAt([3, 4], 1), 4)
  assert.throws(() => elementAt([3, 4], 2), RangeError)
})
