import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withNumberRanges, withoutNumbers } from './number-ranges.ts'

test('withNumberRanges makes one sentence of those that differ in numbers alone', () => {
  const texts = ['drifting in 3 of 12 launches, 0.5 %', 'drifting in 10 of 12 launches, 0.25 %']
  assert.equal(withoutNumbers(texts[0] ?? ''), withoutNumbers(texts[1] ?? ''))
  assert.equal(withNumberRanges(texts), 'drifting in 3 to 10 of 12 launches, 0.25 to 0.5 %')
})

test('withoutNumbers leaves alone what is part of a name or a version', () => {
  const text = 'arrow-2 on node@26.10.0 --max-old-space-size=64 v8'
  assert.equal(withoutNumbers('arrow-2 v8 1.2.3'), 'arrow-2 v8 1.2.3')
  assert.ok(withoutNumbers(text).startsWith('arrow-2 on node@'))
})

test('withNumberRanges ends a sentence with its number', () => {
  assert.equal(withNumberRanges(['launches: 3.', 'launches: 5.']), 'launches: 3 to 5.')
})
