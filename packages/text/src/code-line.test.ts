import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeLine } from './code-line.ts'

test('codeLine has no line comment that hides what follows, and leaves addresses alone', () => {
  assert.equal(codeLine("() => ( // why\n  fetch('http://a/')\n)"), "() => ( fetch('http://a/') )")
})
