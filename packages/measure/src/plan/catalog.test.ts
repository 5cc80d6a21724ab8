import assert from 'node:assert/strict'
import { test } from 'node:test'
import { select } from './catalog.ts'

test('select takes all that follows the name of a suite for its case, so that a slash too many is refused', () => {
  const caseOf = (word: string) => select(word)[0]?.caseId
  assert.deepEqual([caseOf('trig'), caseOf('trig/sin-small')], [null, 'sin-small'])
  assert.equal(caseOf('trig/sin-small/more'), 'sin-small/more')
})
