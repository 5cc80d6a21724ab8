import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holm } from './holm.ts'

const FAMILY = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })

test('holm steps down as in the worked example', () => {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  const expected = [0.03, 0.06, 0.06, 0.02]
  for (const [index, adjusted] of holm([0.01, 0.04, 0.03, 0.005]).entries()) {
    assert.ok(Math.abs(adjusted - (expected[index] ?? 0)) < 1e-15)
  }
})

test('holm leaves a family of one alone and an empty one empty', () => {
  assert.deepEqual(holm([0.03]), [0.03])
  assert.deepEqual(holm([]), [])
})

test('holm counts values of 1 that are not given', () => {
  assert.deepEqual(holm([0.01, 0.03], 2), holm([0.01, 0.03, 1, 1]).slice(0, 2))
})

test('holm never lowers a p-value, never passes 1 or Bonferroni, and keeps the order', () => {
  fc.assert(
    fc.property(FAMILY, pValues => {
      const pairs = holm(pValues).map((adjusted, index) => ({ adjusted, plain: pValues[index] ?? 0 }))
      for (const { adjusted, plain } of pairs) {
        assert.ok(adjusted >= plain && adjusted <= Math.min(1, plain * pValues.length))
      }
      const sorted = pairs.toSorted((left, right) => left.plain - right.plain)
      sorted.reduce((before, pair) => {
        assert.ok(pair.adjusted >= before.adjusted)
        return pair
      })
    }),
    { seed: 1 },
  )
})

test('holm refuses what is no probability', () => {
  assert.throws(() => holm([0.5, 1.5]), /^RangeError: Cannot use p-value 1\.5/)
  assert.throws(() => holm([Number.NaN]), /^RangeError: Cannot use p-value NaN/)
})
