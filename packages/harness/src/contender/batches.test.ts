import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lackedTurns } from './batches.ts'

test('a loop has 8000 turns in each batch, once the case was called often enough', () => {
  assert.equal(lackedTurns(1, 1, 5e6), 0)
  assert.equal(lackedTurns(19, 10, 3e6), 0)
  assert.equal(lackedTurns(20, 10, 3e6), 7990)
  assert.equal(lackedTurns(20_000, 8000, 3e6), 0)
  assert.equal(lackedTurns(20_000, 9000, 3e6), 0)
})

test('a batch that only finds out how many iterations make a batch has no empty turns', () => {
  assert.equal(lackedTurns(1000, 64, 0.9e6), 0)
  assert.equal(lackedTurns(1000, 64, 1e6), 7936)
})
