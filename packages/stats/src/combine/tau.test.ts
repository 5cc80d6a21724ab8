import assert from 'node:assert/strict'
import { test } from 'node:test'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import { predictionInterval } from './cpus.ts'
import { estimateTau, fUpperTail, generalizedQ } from './tau.ts'

/** Cases and all, vaccinated and not, of the 13 BCG trials (Colditz et al. 1994; metafor's dat.bcg). */
const BCG = [
  [4, 119, 11, 128],
  [6, 300, 29, 274],
  [3, 228, 11, 209],
  [62, 13536, 248, 12619],
  [33, 5036, 47, 5761],
  [180, 1361, 372, 1079],
  [8, 2537, 10, 619],
  [505, 87886, 499, 87892],
  [29, 7470, 45, 7232],
  [17, 1699, 65, 1600],
  [186, 50448, 141, 27197],
  [5, 2493, 3, 2338],
  [27, 16886, 29, 17825],
] as const
const bcg = {
  values: BCG.map(([ill, well, others, healthy]) =>
    Math.log(ill / (ill + well) / (others / (others + healthy))),
  ),
  variances: BCG.map(
    ([ill, well, others, healthy]) => 1 / ill - 1 / (ill + well) + 1 / others - 1 / (others + healthy),
  ),
}

/** Teacher expectancy (Raudenbush 1985; metafor's dat.raudenbush1985). */
const expectancy = {
  values: [
    ...[0.03, 0.12, -0.14, 1.18, 0.26, -0.06, -0.02, -0.32, 0.27, 0.8],
    ...[0.54, 0.18, -0.02, 0.23, -0.18, -0.06, 0.3, 0.07, -0.07],
  ],
  variances: [
    ...[0.0156, 0.0216, 0.0279, 0.1391, 0.1362, 0.0106, 0.0106, 0.0484, 0.0269, 0.063],
    ...[0.0912, 0.0497, 0.0835, 0.0841, 0.0253, 0.0279, 0.0193, 0.0088, 0.0303],
  ],
}

function near(found: number, expected: number, digits = 4): void {
  const tolerance = 0.6 * 10 ** -digits
  assert.ok(Math.abs(found - expected) <= tolerance, `${found} is not ${expected}`)
}

test('estimateTau gives what metafor gives for the BCG trials', () => {
  // metafor 5.1: rma(yi, vi, data=dat.bcg, method="PM").
  near(estimateTau(bcg).value ** 2, 0.3181)
  near(generalizedQ(bcg, 0), 152.233, 3)
})

test('estimateTau is where Q is what is expected of it', () => {
  const hundredfold = {
    values: [-20, -2, -55, -71, -4, 1, 11, -10, 7],
    variances: [40.5863, 2.0468, 15.2809, 150.2222, 20.1923, 1.2235, 95.3756, 8.0321, 20.6936],
  }
  for (const groups of [bcg, expectancy, hundredfold]) {
    for (const df of [3, 30, Number.POSITIVE_INFINITY]) {
      const { value, lower, upper } = estimateTau(groups, df)
      near(generalizedQ(groups, value ** 2), groups.values.length - 1)
      assert.ok(lower <= value && value <= upper)
    }
  }
})

test('estimateTau finds no variance where metafor finds none', () => {
  // metafor, tests/testthat/test_analysis_example_normand1999.r, the first example (dat.hine1989).
  const { value, lower } = estimateTau({
    values: [2.8026, 0, 1.9711, 1.7961, 3.5334, 4.4031],
    variances: [17.7575, 37.5657, 8.1323, 10.8998, 8.0114, 6.132],
  })
  assert.deepEqual([value, lower], [0, 0])
})

test('estimateTau has the Q-profile interval of metafor where the variances are known', () => {
  // metafor, tests/testthat/test_misc_confint.r: confint(res) of the BCG trials, of τ².
  const { lower, upper } = estimateTau(bcg)
  near(lower ** 2, 0.1197)
  near(upper ** 2, 1.1115)
})

test('the interval of τ is wider below the fewer degrees of freedom the variances have', () => {
  const lowers = [Number.POSITIVE_INFINITY, 100, 10, 3, 1].map(df => estimateTau(bcg, df).lower)
  for (const [index, lower] of lowers.entries()) assert.ok(index === 0 || lower <= (lowers[index - 1] ?? 0))
  assert.ok((lowers[4] ?? 1) < (lowers[0] ?? 0))
})

test('the interval of τ begins and ends at 0 where the groups differ less than their errors', () => {
  const groups = { values: [0.1, 0.1001, 0.1, 0.0999], variances: [1, 1, 1, 1] }
  assert.deepEqual(estimateTau(groups), { value: 0, lower: 0, upper: 0 })
})

test('predictionInterval is the published one of ten trials', () => {
  // pimeta 1.1.4 of the blood pressure data of Riley et al. (2011), Higgins, Thompson and Spiegelhalter: mean
  // -0.3340597, τ² 0.02824971, 95 % confidence -0.5068 to -0.1613 (df 9), prediction -0.7597777 to 0.09165839 (df 8).
  const standardError = (0.5068 - 0.1613) / 2 / studentQuantile(0.975, 9)
  const tau = Math.sqrt(0.02824971)
  const found = predictionInterval(
    { logRatio: -0.3340597, standardError },
    { value: tau, lower: tau / 2, upper: 2 * tau },
    10,
  )
  near(found?.lower ?? 0, -0.7597777)
  near(found?.upper ?? 0, 0.09165839)
  assert.equal(found?.isApproximate, false)
})

test('predictionInterval waits for five groups, and is approximate below ten or where τ is not known', () => {
  const of = (groups: number, lower = 0.005) =>
    predictionInterval({ logRatio: 0, standardError: 0.01 }, { value: 0.01, lower, upper: 0.02 }, groups)
  assert.equal(of(4), null)
  assert.deepEqual(
    [5, 9, 10].map(groups => of(groups)?.isApproximate),
    [true, true, false],
  )
  assert.equal(of(10, 0)?.isApproximate, true)
})

test('fUpperTail agrees with tables of F and χ², and with t', () => {
  // NIST/SEMATECH e-Handbook 1.3.6.7.3 and 1.3.6.7.4.
  near(fUpperTail(5.05, 5, 5), 0.05, 3)
  near(fUpperTail(161.448, 1, 1), 0.05)
  near(fUpperTail(21.026 / 12, 12, Number.POSITIVE_INFINITY), 0.05)
  near(fUpperTail(4.404 / 12, 12, Number.POSITIVE_INFINITY), 0.975)
  near(fUpperTail(3.841, 1, Number.POSITIVE_INFINITY), 0.05)
  near(fUpperTail(2.5 ** 2, 1, 7), 2 * studentCdf(-2.5, 7), 12)
  near(fUpperTail(2, 3, 9_999), fUpperTail(2, 3, 10_001), 3)
  assert.equal(fUpperTail(0, 3, 3), 1)
  assert.equal(fUpperTail(0, 3, Number.POSITIVE_INFINITY), 1)
  assert.throws(() => fUpperTail(Number.NaN, 3, 3), RangeError)
})

test('what is no group is refused', () => {
  for (const groups of [
    { values: [0.1], variances: [1] },
    { values: [0.1, 0.2], variances: [1, 0] },
    { values: [0.1, Number.NaN], variances: [1, 1] },
    { values: [0.1, 0.2], variances: [1] },
  ]) {
    assert.throws(() => estimateTau(groups), RangeError)
  }
})
