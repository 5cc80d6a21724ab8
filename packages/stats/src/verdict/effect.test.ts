import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardError } from '../descriptive/moments.ts'
import { studentCdf } from '../distributions/student-t.ts'
import { effectOf } from './verdict.ts'

test('effectOf keeps the allowance out of the interval and puts it into one p-value', () => {
  const logRatios = [0.01, 0.02, 0.03, 0.02]
  const [plain, allowed] = [effectOf(logRatios, 0), effectOf(logRatios, 0.005)]
  assert.ok(plain !== null && allowed !== null)
  assert.equal(plain.reach, allowed.reach)
  assert.equal(plain.pValue, 2 * studentCdf(-0.02 / standardError(logRatios), 3))
  assert.equal(plain.pValue, plain.pValueWithoutBias)
  assert.equal(allowed.pValueWithoutBias, plain.pValue)
  assert.ok(allowed.pValue > plain.pValue)
})

test('effectOf is null where nothing can be tested', () => {
  assert.equal(effectOf([0.1], 0), null)
  assert.equal(effectOf([0.1, 0.1, 0.1], 0), null)
})
