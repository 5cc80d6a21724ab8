import assert from 'node:assert/strict'
import { test } from 'node:test'
import { binomialCdf } from './binomial.ts'

/** The definition, summed term by term. */
function summed(k: number, n: number, p: number): number {
  let term = (1 - p) ** n
  let sum = 0
  for (let i = 0; i <= Math.min(k, n); i++) {
    sum += term
    term *= ((n - i) / (i + 1)) * (p / (1 - p))
  }
  return sum
}

test('binomialCdf is the sum of the terms', () => {
  for (const n of [1, 7, 59, 200]) {
    for (const p of [0.01, 0.3, 0.95]) {
      for (let k = -1; k <= n; k++) {
        assert.ok(Math.abs(binomialCdf(k, n, p) - summed(k, n, p)) < 1e-10, `k=${k} n=${n} p=${p}`)
      }
    }
  }
})

test('binomialCdf is certain at the ends', () => {
  assert.equal(binomialCdf(3, 5, 0), 1)
  assert.equal(binomialCdf(3, 5, 1), 0)
  assert.equal(binomialCdf(5, 5, 1), 1)
  assert.throws(() => binomialCdf(1, 2.5, 0.5), RangeError)
  assert.throws(() => binomialCdf(1, 2, 1.5), RangeError)
})
