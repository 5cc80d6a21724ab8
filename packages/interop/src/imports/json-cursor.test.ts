import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonCursor } from './json-cursor.ts'

test('numbers are those of a list, also where some are written as text', () => {
  assert.deepEqual(new JsonCursor([1, 2.5]).numbers(), [1, 2.5])
  assert.deepEqual(new JsonCursor([1, '12']).numbers(), [1, 12])
  assert.deepEqual(new JsonCursor([]).numbers(), [])
})

test('what is no list of numbers is named by its place', () => {
  for (const [value, says] of [
    [[1, null], 'samples[1] is null, expected a number'],
    [[1, 1e31], 'samples[1] is 1e+31, expected a number'],
    [{}, 'samples is an object, expected a list'],
  ] as const) {
    assert.throws(() => new JsonCursor({ samples: value }).at('samples').numbers(), { message: says })
  }
})
