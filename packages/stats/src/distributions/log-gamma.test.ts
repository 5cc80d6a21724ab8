import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logGamma } from './log-gamma.ts'

test('logGamma gives factorials and the root of pi', () => {
  assert.ok(Math.abs(logGamma(11) - Math.log(3_628_800)) < 1e-13)
  assert.ok(Math.abs(logGamma(0.5) - Math.log(Math.PI) / 2) < 1e-14)
})
