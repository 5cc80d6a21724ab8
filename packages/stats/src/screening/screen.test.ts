import assert from 'node:assert/strict'
import { test } from 'node:test'
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
