import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { balancedOrders, orderOfLaunch } from './balanced-orders.ts'

for (const count of [1, 2, 3, 4, 5, 6]) {
  test(`balancedOrders of ${count}: equally often at every position and after every other one`, () => {
    const orders = balancedOrders(count)
    const positions = new Map<string, number>()
    const steps = new Map<string, number>()
    const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
    for (const order of orders) {
      assert.deepEqual(
        order.toSorted(),
        Array.from({ length: count }, (_, index) => index),
      )
      for (const [position, member] of order.entries()) {
        add(positions, `${member} at ${position}`)
        if (position > 0) add(steps, `${order[position - 1]} then ${member}`)
      }
    }
    assert.equal(positions.size, count * count)
    assert.equal(new Set(positions.values()).size, 1)
    assert.equal(steps.size, count * (count - 1))
    assert.ok(new Set(steps.values()).size <= 1)
  })
}

test('balancedOrders refuses an invalid number of contenders', () => {
  assert.throws(() => balancedOrders(0), RangeError)
  assert.throws(() => balancedOrders(2.5), RangeError)
})

test('orderOfLaunch uses each balanced order once before any comes again, in another order each time', () => {
  const texts = Array.from({ length: 18 }, (_, launch) => orderOfLaunch(3, launch, createRandom(5)).join())
  const rounds = [0, 6, 12].map(from => texts.slice(from, from + 6))
  const all = balancedOrders(3).map(order => order.join())
  for (const round of rounds) assert.deepEqual(round.toSorted(), all.toSorted())
  assert.equal(new Set(rounds.map(round => round.join())).size, 3)
})
