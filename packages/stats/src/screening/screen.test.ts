import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draws, normal, shareOf } from '../../test/noise.ts'
import { mean, standardError } from '../descriptive/moments.ts'
import { createRandom, type Random } from '../distributions/random.ts'
import { studentCdf } from '../distributions/student-t.ts'
import { LAG_ONE, standardErrorFactor } from '../verdict/looks.ts'
import { benjaminiHochberg } from './benjamini-hochberg.ts'
import {
  detectableSlowdown,
  digamma,
  moderated,
  type ScreenRules,
  screen,
  sharedVariance,
  trigamma,
  trigammaInverse,
} from './screen.ts'

const RULES: ScreenRules = {
  ...{ falseDiscoveryRate: 0.2, threshold: 0.01, biasAllowance: 0.002, confirmingLaunches: 10 },
}

function close(found: number, expected: number, error = 1e-12): void {
  assert.ok(
    Math.abs(found - expected) <= error * Math.max(1, Math.abs(expected)),
    `${found}, not ${expected}`,
  )
}

test('benjaminiHochberg gives the adjusted values of R, in the order given', () => {
  // p.adjust(c(0.01, 0.04, 0.03, 0.5, 0.005), method = "BH")
  const found = benjaminiHochberg([0.01, 0.04, 0.03, 0.5, 0.005])
  for (const [index, expected] of [0.025, 0.05, 0.05, 0.5, 0.025].entries())
    close(found[index] ?? 0, expected)
  assert.deepEqual(benjaminiHochberg([]), [])
  assert.throws(() => benjaminiHochberg([1.1]), RangeError)
})

test('the derivatives of the gamma function have their known values', () => {
  close(digamma(1), -0.5772156649015329)
  close(digamma(0.5), -1.9635100260214235)
  close(trigamma(1), Math.PI ** 2 / 6)
  close(trigamma(0.5), Math.PI ** 2 / 2)
  for (const x of [0.3, 1, 7, 400]) close(trigammaInverse(trigamma(x)), x, 1e-9)
  // By recurrence, where both sides are series.
  for (const x of [12, 13.5, 20]) {
    close(digamma(x + 1) - digamma(x), 1 / x, 1e-14)
    close(trigamma(x) - trigamma(x + 1), 1 / x ** 2, 2e-13)
  }
})

/** Variances as small samples show them, around true ones that differ as the inverse of χ² does. */
function sampledVariances(random: Random, center: number, trueDf: number, df: number, count: number) {
  const perDf = (freedom: number) =>
    draws(freedom, normal, random).reduce((sum, one) => sum + one ** 2, 0) / freedom
  return Array.from({ length: count }, () => ({ variance: (center / perDf(trueDf)) * perDf(df), df }))
}

test('what variances have in common is found again from simulated ones', () => {
  for (const [trueDf, df] of [
    [4, 3],
    [10, 2],
    [10, 30],
  ] as const) {
    const shared = sharedVariance(sampledVariances(createRandom(trueDf + df), 5, trueDf, df, 20_000))
    assert.ok(Math.abs(shared.df / trueDf - 1) < 0.15, `${trueDf} and ${df}: df ${shared.df}`)
    assert.ok(Math.abs(shared.variance / 5 - 1) < 0.03, `${trueDf} and ${df}: ${shared.variance}`)
  }
})

test('p-values of equals are even, with few launches and spreads of their own', () => {
  const random = createRandom(21)
  for (const launches of [2, 3, 8]) {
    const cases = sampledVariances(random, 1e-4, 6, 1000, 4000).map(({ variance }) =>
      draws(launches, normal, random).map(
        noise => Math.log1p(RULES.biasAllowance) + Math.sqrt(variance) * noise,
      ),
    )
    const found = screen(cases, RULES).map(({ pValue }) => pValue ?? Number.NaN)
    for (const level of [0.01, 0.05, 0.5]) {
      const share = found.filter(pValue => pValue <= level).length / found.length
      const error = Math.sqrt((level * (1 - level)) / found.length)
      assert.ok(Math.abs(share - level) < 4 * error, `${launches} launches: ${share} at ${level}`)
    }
  }
})

test('a slowdown that is said to be detectable is suspected and confirmed in 80 % of simulated cases', () => {
  const [spread, cases] = [0.01, 40]
  for (const threshold of [0.001, 0.05]) {
    const rules = { ...RULES, threshold }
    const launches = rules.confirmingLaunches
    const random = createRandom(31)
    const noise = (launches: number) => draws(launches, normal, random).map(one => spread * one)
    const others = Array.from({ length: cases - 1 }, () => noise(4))
    const [screened] = screen([noise(4), ...others], rules)
    assert.ok(screened?.test)
    const log = Math.log1p(detectableSlowdown({ ...screened.test, spread }, cases, rules))
    const share = shareOf(1500, () => {
      const slower = (launches: number) => noise(launches).map(one => log + one)
      const [found] = screen([slower(4), ...others], rules)
      let neighbour = noise(1)[0] ?? 0
      const fresh = noise(launches).map(one => {
        neighbour = LAG_ONE * neighbour + Math.sqrt(1 - LAG_ONE ** 2) * one
        return log + neighbour
      })
      const error = standardErrorFactor(LAG_ONE, launches) * standardError(fresh)
      const t = (mean(fresh) - Math.log1p(rules.biasAllowance)) / error
      const isSure = studentCdf(-t, fresh.length - 1) < 0.025
      return found?.isSuspected === true && isSure && mean(fresh) > Math.log1p(threshold)
    })
    assert.ok(share > 0.74 && share < 0.88, `${share} at a threshold of ${threshold}`)
  }
})

test('screen refuses numbers out of their range', () => {
  const noise = [[0.01, 0.02]]
  for (const [cases, rules] of [
    [noise, { falseDiscoveryRate: -0.1 }],
    [noise, { falseDiscoveryRate: 1.1 }],
    [noise, { threshold: 0 }],
    [[[0.01, Number.NaN]], {}],
  ] as const) {
    assert.throws(() => screen(cases, { ...RULES, ...rules }), RangeError)
  }
})

test('variances that differ by chance alone become one, and those that differ more keep their own', () => {
  const equal = sharedVariance(Array.from({ length: 50 }, () => ({ variance: 4, df: 4 })))
  assert.equal(equal.df, 1e4)
  const apart = sharedVariance(
    Array.from({ length: 50 }, (_, index) => ({ variance: Math.exp(index - 25), df: 4 })),
  )
  assert.ok(apart.df < 0.2)
  assert.deepEqual(moderated({ variance: 3, df: 4 }, { variance: 1, df: 4 }), { variance: 2, df: 8 })
  assert.equal(sharedVariance([{ variance: 1, df: 4 }]).df, 0)
  // Three that are a factor of ten apart, by the moments of Smyth.
  const three = sharedVariance([0.1, 1, 10].map(variance => ({ variance, df: 4 })))
  close(trigamma(three.df / 2), Math.log(10) ** 2 - trigamma(2), 1e-9)
  close(Math.log(three.variance), digamma(three.df / 2) - Math.log(three.df / 2) - digamma(2) + Math.log(2))
})

test('screen suspects what stands out, and says what it would have found elsewhere', () => {
  const noise = [-0.01, -0.005, 0, 0.005, 0.01]
  const shifted = (by: number) => noise.map(each => each + by)
  const cases = [
    ...Array.from({ length: 30 }, (_, index) => shifted(index % 2 ? 0.001 : -0.001)),
    shifted(0.1),
  ]
  const found = screen(cases, RULES)
  assert.deepEqual(
    found.flatMap(({ isSuspected }, index) => (isSuspected ? [index] : [])),
    [30],
  )
  const [first] = found
  assert.ok(first?.test)
  const detectable = detectableSlowdown(first.test, cases.length, RULES)
  assert.ok(detectable > 0.01 && detectable < 0.05, String(detectable))
  assert.ok(detectableSlowdown(first.test, 1000 * cases.length, RULES) > detectable)
  // Faster is nothing to suspect.
  assert.ok(screen([...cases.slice(0, 30), shifted(-0.1)], RULES).every(({ isSuspected }) => !isSuspected))
})

test('a case with one launch, or without variance, is not tested', () => {
  const none = { pValue: null, adjustedPValue: null, isSuspected: false, test: null }
  assert.deepEqual(screen([[0.5], [], [0.1, 0.1, 0.1]], RULES), [none, none, none])
})
