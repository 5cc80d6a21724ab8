import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normal } from '../../test/noise.ts'
import { standardError } from '../descriptive/moments.ts'
import { createRandom } from '../distributions/random.ts'
import { studentQuantile } from '../distributions/student-t.ts'
import {
  BISECTION_LOOKS,
  type BisectionRules,
  type Bracketed,
  testEnds,
  testMiddle,
} from './bisection-test.ts'
import { standardErrorFactor } from './looks.ts'

const RULES: BisectionRules = { threshold: 0.01, biasAllowance: 0.002, error: 0.005 }

/** Launches around known positions, with noise of a hundredth of the distance of the ends. */
function launches(middle: number, bad: number, count = 10): Bracketed[] {
  const random = createRandom(1)
  const noise = () => 0.01 * bad * normal(random)
  return Array.from({ length: count }, () => ({ middle: middle + noise(), bad: bad + noise() }))
}

test('testEnds returns the slower end, that they are the same, or null while it is not known', () => {
  const logs = (bad: number, count = 10) => launches(0, bad, count).map(launch => launch.bad)
  assert.equal(testEnds(logs(0.1), RULES), 1)
  assert.equal(testEnds(logs(-0.1), RULES), -1)
  assert.equal(testEnds(logs(0.1, 4), RULES), null)
  assert.equal(testEnds(logs(0.004), RULES), 'same')
  // Significant, and too small for a search.
  assert.equal(testEnds(logs(0.0099), RULES), null)
  // Within the bias allowance.
  assert.equal(testEnds(logs(0.1), { ...RULES, biasAllowance: 0.11 }), null)
  assert.equal(
    testEnds(
      Array.from({ length: 10 }, () => 0.1),
      RULES,
    ),
    null,
  )
})

for (const bad of [0.2, -0.2]) {
  const direction = bad > 0 ? 1 : -1
  test(`testMiddle returns the nearer end, and a misfit to both: bad is ${direction > 0 ? 'slower' : 'faster'}`, () => {
    const at = (share: number) => testMiddle(launches(share * bad, bad), direction, RULES)
    assert.deepEqual(at(0), { nearer: 'good', misfit: null })
    assert.deepEqual(at(1), { nearer: 'bad', misfit: null })
    assert.deepEqual(at(0.1), { nearer: 'good', misfit: null })
    assert.deepEqual(at(0.5), { nearer: null, misfit: 'between' })
    assert.deepEqual(at(0.4), { nearer: 'good', misfit: 'between' })
    assert.deepEqual(at(-0.5), { nearer: 'good', misfit: 'beyond good' })
    assert.deepEqual(at(1.5), { nearer: 'bad', misfit: 'beyond bad' })
  })
}

/** Values with this mean and standard error. */
function valuesWith(center: number, error: number, count: number): number[] {
  const steps = Array.from({ length: count }, (_, index) => index - (count - 1) / 2)
  const own = standardError(steps)
  return steps.map(step => center + (step * error) / own)
}

/** Launches whose middles lie at a share of the way, `errors` standard errors beyond it. */
function placed(share: number, errors: number, count: number): Bracketed[] {
  const [bad, error] = [0.2, 0.001]
  return valuesWith(share * bad + errors * error, error, count).map(middle => ({ middle, bad }))
}

for (const [count, weight] of [
  [5, 0.03],
  [14, 0.03],
  [20, 0.35],
  [28, 0.25],
  [40, 0.125],
] as const) {
  const rules = { threshold: 1e-6, biasAllowance: 0, error: 0.05 }
  const spent = rules.error * weight
  const factor = standardErrorFactor(BISECTION_LOOKS.lagOne, count)
  const errorsAt = (error: number) => factor * studentQuantile(1 - error, count - 1)
  const [more, less] = [1 + 1e-6, 1 - 1e-6]

  test(`testMiddle spends a quarter of its alpha on each nearer end, after ${count} launches`, () => {
    // Half is for the nearer end, and that is one of two.
    const enough = errorsAt(spent / 4)
    const nearer = (errors: number) => testMiddle(placed(0.5, errors, count), 1, rules).nearer
    assert.deepEqual([enough * more, enough * less].map(nearer), ['bad', null])
    assert.deepEqual([-enough * more, -enough * less].map(nearer), ['good', null])
  })

  test(`testMiddle spends a sixth of its alpha on each misfit, after ${count} launches`, () => {
    // The other half is for three of them.
    const enough = errorsAt(spent / 6)
    const misfit = (share: number, errors: number) =>
      testMiddle(placed(share, errors, count), 1, rules).misfit
    assert.deepEqual([misfit(0.25, enough * more), misfit(0.25, enough * less)], ['between', null])
    assert.deepEqual([misfit(0.75, -enough * more), misfit(0.75, -enough * less)], ['between', null])
    assert.deepEqual([misfit(-0.25, -enough * more), misfit(-0.25, -enough * less)], ['beyond good', null])
    assert.deepEqual([misfit(1.25, enough * more), misfit(1.25, enough * less)], ['beyond bad', null])
  })

  test(`testEnds spends its alpha on both sides together, after ${count} launches`, () => {
    const enough = errorsAt(spent / 2)
    const found = (errors: number) => testEnds(valuesWith(errors * 0.001, 0.001, count), rules)
    assert.deepEqual([enough * more, enough * less, -enough * more, -enough * less].map(found), [
      ...[1, null],
      ...[-1, null],
    ])
  })

  test(`testEnds calls ends the same whose interval and allowance are within the threshold, after ${count} launches`, () => {
    const logs = valuesWith(0.001, 0.0005, count)
    const farthest = 0.001 + errorsAt(spent / 2) * 0.0005 + Math.log1p(0.002)
    const found = (threshold: number) => testEnds(logs, { ...rules, biasAllowance: 0.002, threshold })
    assert.equal(found(Math.expm1(farthest * more)), 'same')
    assert.equal(found(Math.expm1(farthest * less)), null)
  })
}

test('between looks, those launches count that the last look had', () => {
  const clear = launches(0, 0.2, 20)
  const contrary = Array.from({ length: 7 }, () => ({ middle: 0.2, bad: -0.2 }))
  assert.deepEqual(testMiddle([...clear, ...contrary], 1, RULES), testMiddle(clear, 1, RULES))
  const ends = (rows: readonly Bracketed[]) =>
    testEnds(
      rows.map(({ bad }) => bad),
      RULES,
    )
  assert.deepEqual([ends(clear), ends([...clear, ...contrary])], [1, 1])
  assert.equal(ends([...clear, ...contrary, ...contrary.slice(0, 1)]), null)
})

test('testMiddle finds nothing before the first look, nor on a clock that is too coarse', () => {
  const nothing = { nearer: null, misfit: null }
  assert.deepEqual(testMiddle(launches(0, 0.2, 4), 1, RULES), nothing)
  const equal = Array.from({ length: 10 }, () => ({ middle: 0, bad: 0.2 }))
  assert.deepEqual(testMiddle(equal, 1, RULES), nothing)
})
