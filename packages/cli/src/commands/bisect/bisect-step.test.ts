import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BISECTION_LOOKS } from '@steelyard/stats'
import { isShareOver } from './bisect-step.ts'

const { planned } = BISECTION_LOOKS

test('a step with slow launches goes on to N, and ends there once its share of the time is over', () => {
  assert.equal(isShareOver(planned - 1, 60_001, 60), false)
  assert.equal(isShareOver(planned, 60_001, 60), true)
  assert.equal(isShareOver(planned, 59_999, 60), false)
})
