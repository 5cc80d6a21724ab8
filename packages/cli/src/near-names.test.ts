import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestion } from './near-names.ts'

test('suggestion names near ones, or all, or says that there are none', () => {
  assert.equal(suggestion('json-revivr', ['json-reviver', 'trig'], 'suites'), 'Did you mean json-reviver?')
  assert.equal(
    suggestion('xyzzy-plugh', ['json-reviver', 'trig'], 'suites'),
    'The suites are json-reviver, trig.',
  )
  assert.equal(suggestion('x', [], 'parameters'), 'There are no parameters.')
})
