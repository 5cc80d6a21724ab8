import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLook, type LookPlan, looksUpTo, standardErrorFactor } from './looks.ts'

const PLAN: LookPlan = { first: 5, planned: 10, lagOne: 0 }

test('looksUpTo has looks before N, at N, and further apart after it', () => {
  const launches = looksUpTo(PLAN, 60).map(look => look.launches)
  assert.deepEqual(launches, [5, 6, 8, 10, 14, 20, 28, 40, 57])
  assert.deepEqual(
    looksUpTo(PLAN, 9).map(look => look.launches),
    [5, 6, 8],
  )
  assert.deepEqual(looksUpTo(PLAN, 4), [])
})

test('looksUpTo never spends more than the whole error, and most of it at N', () => {
  for (const plan of [
    PLAN,
    { ...PLAN, first: 6 },
    { ...PLAN, planned: 5 },
    { ...PLAN, first: 20, planned: 20 },
    { ...PLAN, planned: 20, laterShare: 0.5 },
  ]) {
    const looks = looksUpTo(plan, 100_000)
    const spent = looks.reduce((sum, { weight }) => sum + weight, 0)
    assert.ok(spent <= 1 && spent > 0.99, `${spent}`)
    const largest = looks.toSorted((a, b) => b.weight - a.weight)[0]
    assert.equal(largest?.launches, plan.planned)
  }
})

test('looksUpTo shares 15 % of the error before N, and leaves 5 % for after it unless the plan says otherwise', () => {
  const weights = (plan: LookPlan) => looksUpTo(plan, 20).map(look => Number(look.weight.toFixed(9)))
  assert.deepEqual(weights(PLAN), [0.05, 0.05, 0.05, 0.8, 0.025, 0.0125])
  assert.deepEqual(weights({ ...PLAN, laterShare: 0.5 }), [0.05, 0.05, 0.05, 0.35, 0.25, 0.125])
})

test('isLook is true at planned looks alone', () => {
  const at = Array.from({ length: 15 }, (_, launches) => launches).filter(launches => isLook(PLAN, launches))
  assert.deepEqual(at, [5, 6, 8, 10, 14])
})

test('standardErrorFactor is that of a first-order autoregression', () => {
  assert.equal(standardErrorFactor(0, 7), 1)
  // V = 1 + 2 (1/2) 0.5 = 1.5 for two values; c² = V / (1 - (V - 1)).
  assert.ok(Math.abs(standardErrorFactor(0.5, 2) - Math.sqrt(3)) < 1e-12)
  assert.ok(standardErrorFactor(0.23, 10) > standardErrorFactor(0.08, 10))
})

test('looks refuse one launch before the first look, fewer planned than that, and a negative correlation', () => {
  assert.throws(() => looksUpTo({ ...PLAN, first: 1 }, 5), /^RangeError: Cannot use the first look 1/)
  assert.throws(() => looksUpTo({ ...PLAN, planned: 4 }, 5), /^RangeError: Cannot use the planned launches 4/)
  assert.throws(() => standardErrorFactor(-1, 5), /^RangeError: Cannot use the correlation -1/)
})
