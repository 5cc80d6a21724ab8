import assert from 'node:assert/strict'
import { test } from 'node:test'
import { studentQuantile } from '../distributions/student-t.ts'
import { alphaSpent, analysisAt, isAnalysis, ratioAtAnalysis } from './interim-analysis.ts'

test('analysisAt counts the analyses planned after 10, 20, 40 … launches, and one more at the end of the time', () => {
  assert.deepEqual([0, 9, 10, 11, 20, 21, 40, 80].map(analysisAt), [null, null, 0, 1, 1, 2, 2, 3])
  assert.deepEqual([5, 9, 10, 11, 20, 30, 40, 80].map(isAnalysis), [
    false,
    false,
    true,
    false,
    true,
    false,
    true,
    true,
  ])
})

test('alphaSpent never spends more than there is', () => {
  const spent = Array.from({ length: 30 }, (_, analysis) => alphaSpent(0.05, analysis))
  assert.deepEqual(spent.slice(0, 3), [0.025, 0.0125, 0.00625])
  assert.ok(spent.reduce((sum, error) => sum + error) <= 0.05)
})

test('the interval of ratioAtAnalysis spends the alpha of its analysis', () => {
  const logs = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 0.01 : 0.03))
  const ratio = ratioAtAnalysis(logs)
  assert.ok(ratio)
  const standardError = (0.01 * Math.sqrt(10 / 9)) / Math.sqrt(10)
  assert.ok(Math.abs(Math.log(ratio.value) - 0.02) < 1e-12)
  assert.ok(Math.abs(Math.log(ratio.upper) - 0.02 - studentQuantile(0.9925, 9) * standardError) < 1e-12)
  assert.equal(ratioAtAnalysis(logs.slice(1)), null)
})

test('interim analyses refuse what is no count, no error and no ratio', () => {
  assert.throws(() => analysisAt(1.5), /^RangeError: Cannot use the number of launches 1\.5/)
  assert.throws(() => alphaSpent(2, 0), /^RangeError: Cannot use the error 2/)
  assert.throws(() => alphaSpent(0.05, -1), /^RangeError: Cannot use the number of the analysis -1/)
  assert.throws(() => ratioAtAnalysis([0, Number.NaN]), /^RangeError: Cannot use log ratios: found NaN/)
})
