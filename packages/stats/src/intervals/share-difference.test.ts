import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../distributions/random.ts'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import { shareDifference } from './share-difference.ts'

test('shareDifference is the difference of mean shares times wholes', () => {
  const found = shareDifference(
    { shares: [0.5, 0.5, 0.5], wholeNs: 100, wholeLogError: 0 },
    { shares: [0.2, 0.3, 0.4], wholeNs: 1000, wholeLogError: 0 },
  )
  assert.ok(found)
  const { estimate, pValue } = found
  assert.equal(estimate.value, 250)
  // The head alone has sd 0.1, three launches, two degrees of freedom.
  assert.ok(Math.abs(estimate.upper - 250 - (4.3027 * 100) / Math.sqrt(3)) < 0.1, `${estimate.upper}`)
  assert.equal(estimate.n, 3)
  // With two degrees of freedom, 1 - t / sqrt(2 + t²).
  assert.ok(Math.abs(pValue - 0.0494136) < 1e-6, `${pValue}`)
})

test('shareDifference knows nothing of one launch, and takes the error of the wholes in', () => {
  const side = { wholeNs: 100, wholeLogError: 0 }
  assert.equal(shareDifference({ ...side, shares: [0.5] }, { ...side, shares: [0.5, 0.6] }), null)
  const same = { ...side, shares: [0.5, 0.5, 0.5] }
  const sure = shareDifference(same, same)
  assert.deepEqual([sure?.estimate.lower, sure?.estimate.upper, sure?.pValue], [0, 0, 1])
  const unsure = shareDifference(same, { ...same, wholeLogError: 0.1 })
  assert.ok(unsure)
  const { lower, upper } = unsure.estimate
  for (const end of [-lower, upper]) assert.ok(Math.abs(end - 5 * studentQuantile(0.975, 2)) < 1e-9, `${end}`)
  const two = { ...side, shares: [0.5, 0.6] }
  assert.equal(shareDifference(two, two)?.estimate.n, 2)
})

test('launches that agree by chance are no more certain than their samples', () => {
  const side = { wholeNs: 100, wholeLogError: 0 }
  const none = { ...side, shares: [0, 0, 0] }
  const one = { ...side, shares: [0.001, 0.001, 0.001] }
  assert.equal(shareDifference(none, one)?.pValue, 0)
  const samples = [1000, 1000, 1000]
  const counted = shareDifference({ ...none, samples }, { ...one, samples })
  assert.ok(counted && counted.pValue > 0.05, `${counted?.pValue}`)
  // The mean of three shares of binomial counts; one launch without samples counts as one of one.
  for (const [counts, inverses] of [
    [[100, 50, 200], 1 / 100 + 1 / 50 + 1 / 200],
    [[100, 50, 0], 1 / 100 + 1 / 50 + 1],
  ] as const) {
    const fifth = shareDifference(none, { ...side, shares: [0.2, 0.2, 0.2], samples: counts })
    const expected = 2 * studentCdf(-0.2 / Math.sqrt((0.2 * 0.8 * inverses) / 9), 2)
    assert.ok(fifth && Math.abs(fifth.pValue - expected) < 1e-9, `${fifth?.pValue}, not ${expected}`)
  }
})

test('its intervals cover the truth in 95 % of the cases, also with unlike spreads', () => {
  const random = createRandom(5)
  const normal = () => Array.from({ length: 12 }, () => random.next()).reduce((sum, x) => sum + x, -6)
  const trials = 4000
  let covered = 0
  for (let trial = 0; trial < trials; trial++) {
    const logError = 0.02
    const headNs = 120 * Math.exp(logError * normal())
    const found = shareDifference(
      { shares: Array.from({ length: 5 }, () => 0.4 + 0.01 * normal()), wholeNs: 100, wholeLogError: 0 },
      {
        shares: Array.from({ length: 5 }, () => 0.5 + 0.03 * normal()),
        wholeNs: headNs,
        wholeLogError: logError,
      },
    )
    if (found && found.estimate.lower <= 20 && found.estimate.upper >= 20) covered++
  }
  assert.ok(covered / trials > 0.935 && covered / trials < 0.98, `${covered / trials}`)
})
