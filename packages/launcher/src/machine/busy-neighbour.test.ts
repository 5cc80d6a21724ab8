import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedCores } from './affinity.ts'
import { slowdownByNeighbour } from './busy-neighbour.ts'
import { systemCalls } from './system-calls.ts'

const [core, other] = allowedCores()

test('slowdownByNeighbour finds the slowdown by a neighbour on the very same core', {
  skip: core === undefined || systemCalls() === null,
}, async () => {
  const slowdown = await slowdownByNeighbour([core ?? 0, core ?? 0])
  // Two that share a core have half of it each.
  assert.ok(slowdown !== null && slowdown > 0.4, `${slowdown}`)
})

test('slowdownByNeighbour tells of two cores, and nothing of one', {
  skip: other === undefined || systemCalls() === null,
}, async () => {
  assert.equal(typeof (await slowdownByNeighbour([core ?? 0, other ?? 0])), 'number')
  assert.equal(await slowdownByNeighbour([core ?? 0]), null)
})
