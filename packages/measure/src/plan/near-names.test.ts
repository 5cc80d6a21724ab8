import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest, suggestion } from './near-names.ts'

test('suggestion names near ones, or all, or says that there are none', () => {
  assert.equal(suggestion('json-revivr', ['json-reviver', 'trig'], 'suites'), 'Did you mean json-reviver?')
  assert.equal(
    suggestion('xyzzy-plugh', ['json-reviver', 'trig'], 'suites'),
    'The suites are json-reviver, trig.',
  )
  assert.equal(suggestion('x', [], 'parameters'), 'There are no parameters.')
})

test('nearest takes the nearest of many, and none that is far', () => {
  const known = ['--opt', '--optimize-for-size', '--max-semi-space-size', '--min-semi-space-size', '--log']
  assert.deepEqual(nearest('--max-semi-spce-size', known), ['--max-semi-space-size', '--min-semi-space-size'])
  assert.deepEqual(nearest('--otp', ['--opt', '--stop']), ['--opt'])
  assert.deepEqual(nearest('--optt', known), ['--opt'])
  assert.deepEqual(nearest('--foo', known), [])
})
