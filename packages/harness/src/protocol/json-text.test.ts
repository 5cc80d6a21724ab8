import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonText } from './json-text.ts'

test('jsonText writes plain data as JSON.stringify does', () => {
  const nested = {
    text: 'a"\n\ud800',
    list: [1, [], {}, null, true],
    none: undefined,
    'a "key"': { b: false },
  }
  const values = [
    nested,
    [],
    {},
    '',
    0,
    -1.5,
    1e300,
    null,
    true,
    [undefined, Number.NaN],
    Number.POSITIVE_INFINITY,
  ]
  for (const value of values) assert.equal(jsonText(value), JSON.stringify(value))
  for (const value of [undefined, () => 1, Symbol('s')]) assert.equal(jsonText(value), 'null')
})

test('jsonText calls no toJSON', () => {
  const own = { a: 1 }
  Object.defineProperty(own, 'toJSON', { value: () => 'replaced' })
  assert.equal(jsonText(own), '{"a":1}')
})
