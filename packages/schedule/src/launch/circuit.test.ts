import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { circuit } from './circuit.ts'

for (const count of [2, 3, 4]) {
  test(`circuit of ${count} lets each follow every other once and none itself, across rounds too`, () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = createRandom(seed)
      const first = random.integer(count)
      const rounds = 3
      const order = Array.from({ length: rounds }, () => circuit(count, first, random)).flat()
      assert.equal(order.length, rounds * count * (count - 1))
      const steps = new Map<string, number>()
      for (const [index, to] of [...order.slice(1), first].entries()) {
        const step = `${order[index]}>${to}`
        steps.set(step, (steps.get(step) ?? 0) + 1)
      }
      assert.equal(steps.size, count * (count - 1))
      for (const [step, times] of steps) {
        assert.notEqual(step[0], step[2])
        assert.equal(times, rounds, step)
      }
    }
  })
}

test('circuit of one is that one, and of none a RangeError', () => {
  assert.deepEqual(circuit(1, 0, createRandom(1)), [0])
  assert.throws(() => circuit(0, 0, createRandom(1)), RangeError)
})

test('circuit differs between rounds and is the same for the same seed', () => {
  const orders = new Set(Array.from({ length: 20 }, (_, seed) => circuit(4, 0, createRandom(seed)).join()))
  assert.ok(orders.size > 5)
  assert.deepEqual(circuit(4, 2, createRandom(7)), circuit(4, 2, createRandom(7)))
})
