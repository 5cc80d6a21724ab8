import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draws, normal, shareOf } from '../../test/noise.ts'
import { mean, standardError } from '../descriptive/moments.ts'
import { createRandom } from '../distributions/random.ts'
import { studentCdf } from '../distributions/student-t.ts'
import { intervalNullPValue, pValueOfAll } from './interval-null-test.ts'

test('intervalNullPValue is the ordinary two-sided t test without an allowance', () => {
  for (const effect of [-0.03, 0.001, 0.02]) {
    const pValue = intervalNullPValue({ mean: effect, standardError: 0.01, df: 11, allowance: 0 })
    assert.ok(Math.abs(pValue - 2 * studentCdf(-Math.abs(effect) / 0.01, 11)) < 1e-15)
  }
})

test('intervalNullPValue is 1 inside the allowance and falls with the distance beyond it', () => {
  const pValueAt = (effect: number): number =>
    intervalNullPValue({ mean: effect, standardError: 0.01, df: 11, allowance: 0.002 })
  assert.equal(pValueAt(0.002), 1)
  assert.equal(pValueAt(-0.001), 1)
  const pValues = [0.003, 0.01, 0.03, 0.1].map(pValueAt)
  assert.deepEqual(
    pValues,
    pValues.toSorted((left, right) => right - left),
  )
  assert.equal(pValueAt(-0.03), pValueAt(0.03))
})

test('intervalNullPValue adds both tails, as far as the ends of the allowance are', () => {
  const pValue = intervalNullPValue({ mean: -0.03, standardError: 0.01, df: 11, allowance: 0.002 })
  assert.ok(Math.abs(pValue - studentCdf(-2.8, 11) - studentCdf(-3.2, 11)) < 1e-15)
})

test('intervalNullPValue rises with the allowance', () => {
  const pValues = [0, 0.002, 0.01, 0.04].map(allowance =>
    intervalNullPValue({ mean: 0.03, standardError: 0.01, df: 11, allowance }),
  )
  assert.deepEqual(
    pValues,
    pValues.toSorted((left, right) => left - right),
  )
})

test('intervalNullPValue rejects at most 5 % where the effect is the allowance exactly', t => {
  for (const allowance of [0.1, 0.3, 1]) {
    const random = createRandom(8)
    const rejected = shareOf(4000, () => {
      const values = draws(12, normal, random).map(value => value + allowance)
      const spread = { mean: mean(values), standardError: standardError(values), df: 11 }
      return intervalNullPValue({ ...spread, allowance }) < 0.05
    })
    t.diagnostic(`allowance ${allowance} sd: ${rejected}`)
    // Three standard errors of the simulation above 5 %.
    assert.ok(rejected <= 0.0604)
  }
})

test('intervalNullPValue refuses a standard error of 0 and a negative allowance', () => {
  const spread = { mean: 0.1, standardError: 0.01, df: 11, allowance: 0 }
  const refuses = (changes: Partial<typeof spread>, words: RegExp) =>
    assert.throws(() => intervalNullPValue({ ...spread, ...changes }), words)
  refuses({ standardError: 0 }, /^RangeError: Cannot use the standard error 0/)
  refuses({ allowance: -1 }, /^RangeError: Cannot use the allowance -1/)
  refuses({ mean: Number.NaN }, /^RangeError: Cannot use the mean: found NaN/)
})

test('pValueOfAll is the t test of all launches, which an allowance makes less sure', () => {
  const logRatios = [0.01, 0.02, 0.03, 0.02]
  const [plain, allowed] = [pValueOfAll(logRatios, 0), pValueOfAll(logRatios, 0.005)]
  assert.equal(plain, 2 * studentCdf(-0.02 / standardError(logRatios), 3))
  assert.ok(plain !== null && allowed !== null && allowed > plain)
})

test('pValueOfAll is null where nothing can be tested', () => {
  assert.equal(pValueOfAll([], 0), null)
  assert.equal(pValueOfAll([0.1], 0), null)
  assert.equal(pValueOfAll([0.1, 0.1, 0.1], 0), null)
})
