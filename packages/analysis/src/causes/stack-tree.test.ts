import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stackTree } from './stack-tree.ts'

const frame = (name: string, source: string | null = null) => ({ name, source, kind: 'suite' }) as const

/** Stacks as `a > b`, outermost first. */
function launch(shares: Readonly<Record<string, number>>) {
  return Object.entries(shares).map(([stack, share]) => ({
    frames: stack.split(' > ').map(name => frame(name)),
    share,
  }))
}

test('launches share one tree, what takes most first, and each keeps its own shares', () => {
  const tree = stackTree(
    [launch({ c: 0.1, 'c > a': 0.2, 'c > b > a': 0.7 }), launch({ 'c > b': 0.5, 'c > b > a': 0.5 })],
    0.001,
  )
  assert.deepEqual(
    tree.stacks.map(({ caller, name }) => [caller, name]),
    [
      [null, 'c'],
      [0, 'b'],
      [1, 'a'],
      [0, 'a'],
    ],
  )
  assert.deepEqual(
    tree.launches.map(({ self }) => self),
    [
      [0.1, 0, 0.7, 0.2],
      [0, 0.5, 0.5, 0],
    ],
  )
  assert.ok(tree.launches.every(({ below }) => below.every(share => share === 0)))
})

test('a small function counts for its caller, never as its own time, so that all shares add up to 1', () => {
  const stacks = { c: 0.5, 'c > a': 0.4, 'c > a > x': 0.04, 'c > a > x > y': 0.03, 'c > z': 0.03 }
  const { stacks: nodes, launches } = stackTree([launch(stacks)], 0.1)
  assert.deepEqual(
    nodes.map(({ name }) => name),
    ['c', 'a'],
  )
  const [{ self = [], below = [] } = {}] = launches
  assert.deepEqual(self, [0.5, 0.4])
  assert.deepEqual(below, [0.03, 0.07])
  const sum = [...self, ...below].reduce((total, share) => total + share, 0)
  assert.ok(Math.abs(sum - 1) < 1e-9)
})

test('the case begins where any launch knows, and functions that begin elsewhere are others', () => {
  const known = [
    { frames: [frame('c', 'a.ts:1'), frame('f', 'a.ts:2')], share: 0.5 },
    { frames: [frame('c'), frame('f', 'a.ts:9')], share: 0.5 },
  ]
  const { stacks } = stackTree([launch({ c: 1 }), known], 0.001)
  assert.deepEqual(
    stacks.map(({ name, source }) => [name, source]),
    [
      ['c', 'a.ts:1'],
      ['f', 'a.ts:2'],
      ['f', 'a.ts:9'],
    ],
  )
  assert.deepEqual(stackTree([[], []], 0.001).stacks, [])
})
