import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BISECTION_LOOKS } from '@steelyard/stats'
import { stoppingOf } from './bisect-step.ts'

const { first, planned } = BISECTION_LOOKS

test('a step with slow launches goes on to N, and ends there once its launches took its share of the time', () => {
  const endsAt = (launches: number, seconds: number) => {
    const { isSettled } = stoppingOf(
      60,
      () => false,
      () => {},
    )
    return isSettled(
      Array.from({ length: launches }, () => [0]),
      seconds * 1e9,
      false,
    )
  }
  assert.equal(endsAt(planned - 1, 60.001), false)
  assert.equal(endsAt(planned, 60.001), true)
  assert.equal(endsAt(planned, 59.999), false)
})

test('a step is not settled at a look while too many of its launches were never steady', () => {
  const { isSettled } = stoppingOf(
    60,
    () => true,
    () => {},
  )
  const launches = Array.from({ length: first }, () => [0])
  assert.deepEqual([isSettled(launches, 1e9, true), isSettled(launches, 1e9, false)], [false, true])
})
