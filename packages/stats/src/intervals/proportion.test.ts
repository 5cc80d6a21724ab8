import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proportion } from './proportion.ts'

const near = (actual: number, wanted: number) => assert.ok(Math.abs(actual - wanted) < 1e-6, `${actual}`)

test('proportion gives the interval of Clopper and Pearson', () => {
  // In closed form at the ends: 1 - (α/2)^(1/n) and its mirror.
  near(proportion(0, 59).upper, 1 - 0.025 ** (1 / 59))
  near(proportion(59, 59).lower, 0.025 ** (1 / 59))
  // R: binom.test(3, 10)$conf.int
  near(proportion(3, 10).value, 0.3)
  near(proportion(3, 10).lower, 0.06673951)
  near(proportion(3, 10).upper, 0.65245285)
})

test('proportion keeps its ends and its value', () => {
  const none = proportion(0, 5)
  assert.deepEqual([none.value, none.lower, none.n, none.level], [0, 0, 5, 0.95])
  assert.equal(proportion(5, 5).upper, 1)
  assert.throws(() => proportion(6, 5), RangeError)
  assert.throws(() => proportion(0, 0), RangeError)
})
