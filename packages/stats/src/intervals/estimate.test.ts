import assert from 'node:assert/strict'
import { test } from 'node:test'
import { studentQuantile } from '../distributions/student-t.ts'
import type { Estimate } from './estimate.ts'
import {
  estimateFromLaunches,
  halfWidth,
  LEVEL,
  launchQuantile,
  ratioFromLogs,
  ratioFromSumOfMeans,
  unpairedRatio,
} from './estimate.ts'

function assertEstimate(actual: Estimate | null, center: number, reach: number, n: number): void {
  assert.ok(actual !== null)
  for (const [end, log] of [
    ['value', center],
    ['lower', center - reach],
    ['upper', center + reach],
  ] as const) {
    assert.ok(Math.abs(Math.log(actual[end]) - log) < 1e-12, `${end} is ${actual[end]}`)
  }
  assert.equal(actual.level, LEVEL)
  assert.equal(actual.n, n)
}

test('launchQuantile is the 97 % two-sided quantile, wider than the level promised', () => {
  // scripts/student-t-reference.py, p = 0.985
  assert.ok(Math.abs(launchQuantile(9) - 2.5738039775468) < 1e-12)
  assert.ok(launchQuantile(9) > studentQuantile((1 + LEVEL) / 2, 9))
})

test('ratioFromLogs is the exponential of the mean with a t interval on logs', () => {
  // Mean 0.02, standard deviation 0.01, standard error 0.01 / sqrt(3).
  assertEstimate(ratioFromLogs([0.01, 0.02, 0.03]), 0.02, (launchQuantile(2) * 0.01) / Math.sqrt(3), 3)
})

test('ratioFromLogs inverts when head and base are swapped', () => {
  const [plain, swapped] = [ratioFromLogs([0.01, 0.02, 0.04]), ratioFromLogs([-0.01, -0.02, -0.04])]
  assert.ok(plain !== null && swapped !== null)
  assert.ok(Math.abs(plain.lower * swapped.upper - 1) < 1e-14)
  assert.ok(Math.abs(plain.value * swapped.value - 1) < 1e-14)
})

test('estimateFromLaunches is the geometric mean, in the unit of its values', () => {
  const reach = launchQuantile(1) * Math.log(2)
  assertEstimate(estimateFromLaunches([100, 400]), Math.log(200), reach, 2)
})

test('unpairedRatio is the interval of Welch on logs', () => {
  // Means 2 and 10, variances 1 and 20/3: Welch df = (1/3 + 5/3)^2 / ((1/3)^2/2 + (5/3)^2/3) = 216/53.
  const estimate = unpairedRatio([1, 2, 3], [7, 9, 11, 13])
  assertEstimate(estimate, -8, launchQuantile(216 / 53) * Math.sqrt(2), 3)
})

test('unpairedRatio has degrees of freedom where one side or both have no spread', () => {
  assertEstimate(unpairedRatio([1, 2, 3], [5, 5]), -3, launchQuantile(2) * Math.sqrt(1 / 3), 2)
  assertEstimate(unpairedRatio([1, 2, 3], [5, 5, 5, 5, 5]), -3, launchQuantile(2) * Math.sqrt(1 / 3), 3)
  assertEstimate(unpairedRatio([1, 1], [5, 5]), -4, 0, 2)
})

test('ratioFromSumOfMeans adds means and the variances of their errors', () => {
  // Means 2, 3 and 0, squared standard errors 1/3, 1/3 and 0: df = (2/3)^2 / (2 × (1/3)^2 / 2) = 4.
  const lists = [
    [1, 2, 3],
    [2, 3, 4],
    [0, 0, 0],
  ]
  assertEstimate(ratioFromSumOfMeans(lists), 5, launchQuantile(4) * Math.sqrt(2 / 3), 3)
  assertEstimate(ratioFromSumOfMeans([[1, 2, 3]]), 2, launchQuantile(2) / Math.sqrt(3), 3)
})

test('estimates are null under two launches', () => {
  assert.equal(ratioFromSumOfMeans([]), null)
  assert.equal(ratioFromSumOfMeans([[1, 2], [1]]), null)
  assert.equal(ratioFromLogs([0.1]), null)
  assert.equal(estimateFromLaunches([]), null)
  assert.equal(unpairedRatio([1, 2], [1]), null)
})

test('estimates refuse what is not finite, and values that are not positive', () => {
  assert.throws(() => ratioFromLogs([0, Number.NaN]), RangeError)
  assert.throws(() => unpairedRatio([0, 1], [0, Infinity]), RangeError)
  assert.throws(() => estimateFromLaunches([1, 0]), RangeError)
})

test('halfWidth is half the distance of the ends in log', () => {
  const estimate = { value: 1, lower: 1 / 1.02, upper: 1.02, level: LEVEL, n: 10 }
  assert.ok(Math.abs(halfWidth(estimate) - Math.log(1.02)) < 1e-15)
})
