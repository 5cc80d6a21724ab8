import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeLoops, longestChain } from './chain.ts'

test('longestChain leads through as many releases as possible, in whatever order its links are', () => {
  const links = [
    { base: 0, head: 3 },
    { base: 1, head: 3 },
    { base: 2, head: 3 },
    { base: 0, head: 1 },
    { base: 1, head: 2 },
  ]
  assert.deepEqual(longestChain(links), [3, 4, 2])
  // The last release may not be reached.
  assert.deepEqual(
    longestChain([
      { base: 0, head: 1 },
      { base: 2, head: 3 },
    ]),
    [0],
  )
})

test('closeLoops finds a chain that disagrees with its anchor beyond chance and beyond the allowance', () => {
  const around = (center: number) => [-0.01, 0, 0.01].map(noise => center + noise)
  const loop = (anchor: number, biasAllowance = 0.002) => ({
    ...{ steps: [around(0.1), around(0.2)], anchor: around(anchor), biasAllowance },
  })
  const found = closeLoops([loop(0.3), loop(0.5), loop(0.1), loop(0.5, 0.5)])
  assert.deepEqual(
    found.map(one => one?.isOpen),
    [false, true, true, false],
  )
  for (const [index, log] of [0, -0.2, 0.2, -0.2].entries())
    assert.ok(Math.abs(Math.log(found[index]?.ratio.value ?? 0) - log) < 1e-12)
  // Each is one of all of them.
  const barely = loop(0.33)
  assert.equal(closeLoops([barely])[0]?.isOpen, true)
  assert.equal(closeLoops([barely, ...Array(30).fill(loop(0.3))])[0]?.isOpen, false)
  const [none, sure, rounded] = closeLoops([
    { steps: [[0.1]], anchor: around(0.1), biasAllowance: 0 },
    { steps: [[0.1, 0.1]], anchor: [0.5, 0.5], biasAllowance: 0 },
    // The mean of three is a little more than each.
    { steps: [[0.1, 0.1, 0.1]], anchor: [0.5, 0.5, 0.5], biasAllowance: 0 },
  ])
  assert.equal(none, null)
  assert.equal(sure?.isOpen, false)
  assert.equal(rounded?.isOpen, false)
})

test('longestChain prefers more steps to longer ones, and then the releases furthest apart', () => {
  assert.deepEqual(
    longestChain([
      { base: 4, head: 6 },
      { base: 5, head: 6 },
      { base: 4, head: 5 },
    ]),
    [2, 1],
  )
  assert.deepEqual(longestChain([{ base: 2, head: 3 }]), [0])
  assert.deepEqual(longestChain([]), [])
  // A release before and one after, each linked to an end, hide no step.
  assert.deepEqual(
    longestChain([
      { base: 0, head: 4 },
      { base: 1, head: 2 },
      { base: 2, head: 3 },
      { base: 3, head: 4 },
      { base: 1, head: 5 },
    ]),
    [1, 2, 3],
  )
  assert.deepEqual(
    longestChain([
      { base: 0, head: 1 },
      { base: 2, head: 4 },
    ]),
    [1],
  )
  // Of two chains of one length it takes the one that was given first.
  assert.deepEqual(
    longestChain([
      { base: 0, head: 1 },
      { base: 0, head: 2 },
      { base: 1, head: 3 },
      { base: 2, head: 3 },
    ]),
    [0, 2],
  )
})
