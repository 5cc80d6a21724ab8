import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meanOfLaunches } from './estimate.ts'

test('meanOfLaunches has the interval of Student by a reference value, and bears zeros', () => {
  // R: t.test(c(1, 2, 3, 4, 5))$conf.int
  const found = meanOfLaunches([1, 2, 3, 4, 5])
  assert.equal(found?.value, 3)
  assert.ok(Math.abs((found?.lower ?? 0) - 1.036757) < 1e-5)
  assert.ok(Math.abs((found?.upper ?? 0) - 4.963243) < 1e-5)
  assert.deepEqual(meanOfLaunches([0, 0]), { value: 0, lower: 0, upper: 0, level: 0.95, n: 2 })
})

test('meanOfLaunches is null under two launches, and refuses what is not finite', () => {
  assert.equal(meanOfLaunches([1]), null)
  assert.throws(() => meanOfLaunches([1, Number.NaN]), RangeError)
})
