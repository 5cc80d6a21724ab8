import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SuiteLimits } from './suite-limits.ts'

test('SuiteLimits shortens a command by the time of the suite, and by what lost launches took', () => {
  assert.equal(new SuiteLimits(600e9).commandMs, 20_000)
  const limits = new SuiteLimits(30e9)
  assert.equal(limits.commandMs, 10_000)
  limits.lost(12e9)
  assert.equal(limits.commandMs, 6000)
  limits.lost(18e9)
  assert.equal(limits.commandMs, 2000)
})
