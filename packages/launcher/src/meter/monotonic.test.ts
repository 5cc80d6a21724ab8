import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monotonicNs } from './monotonic.ts'

test('monotonicNs is the clock of hrtime', () => {
  const errors = Array.from({ length: 20 }, () => {
    const atMs = performance.now()
    const [seconds, nanoseconds] = process.hrtime()
    return seconds * 1e9 + nanoseconds - monotonicNs(atMs)
  })
  // Whatever comes between the two readings only adds.
  assert.ok(Math.abs(Math.min(...errors)) < 10e3, `${errors}`)
})
