import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runners } from '@steelyard/runners'
import { groupPacing } from './group-pacing.ts'

const { node, bun, workerd } = runners

/** Batches alone and in turns, in milliseconds. */
function lengths(...parameters: Parameters<typeof groupPacing>): [number, number] {
  const { batchNs, turnNs } = groupPacing(...parameters)
  return [batchNs / 1e6, turnNs / 1e6]
}

test('groupPacing has batches as long as the runtime that needs the longest', () => {
  assert.deepEqual(lengths([node, node], 250e6), [3, 3])
  assert.deepEqual(lengths([node, workerd], 250e6), [10, 10])
  assert.deepEqual(lengths([node, bun], 250e6), [6, 24])
  assert.deepEqual(lengths([bun, workerd], 250e6), [10, 24])
})

test('groupPacing has ten turns of each in a window, or as many as the batches of the runtimes allow', () => {
  assert.deepEqual(lengths([bun, bun], 100e6), [6, 10])
  assert.deepEqual(lengths([bun, bun], 20e6), [6, 6])
  assert.deepEqual(lengths([workerd, bun], 60e6), [10, 10])
})

test('groupPacing makes all batches longer alike', () => {
  assert.deepEqual(lengths([bun, bun], 250e6, 2), [12, 48])
  assert.deepEqual(lengths([bun, bun], 100e6, 2), [12, 20])
})
