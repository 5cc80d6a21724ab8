import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monotonicNs, monotonicOf } from './monotonic.ts'

test('monotonicOf puts a moment of performance.now on the clock of monotonicNs', () => {
  const errors = Array.from({ length: 20 }, () => {
    const atMs = performance.now()
    return monotonicNs() - monotonicOf(atMs)
  })
  // Whatever comes between the two readings only adds.
  assert.ok(Math.abs(Math.min(...errors)) < 10e3, `${errors}`)
})
