import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { turnOrder } from './turn-order.ts'
import { shortestLaunchNs, startOfLaunchMs, turnPacing } from './turn-pacing.ts'

test('turnOrder gives every server the same mean position, whatever the order', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const order = turnOrder(4, 6, createRandom(seed))
    assert.equal(order.length, 24)
    for (const server of [0, 1, 2, 3]) {
      const positions = order.flatMap((one, position) => (one === server ? [position] : []))
      assert.equal(positions.length, 6)
      assert.equal(positions.reduce((sum, position) => sum + position, 0) / 6, 11.5)
    }
  }
})

test('turnPacing fits warm-up and turns into the time, with more turns before longer ones than a second', () => {
  for (const launchMs of [4000, 8000, 20_000]) {
    const { turnMs, rounds } = turnPacing(launchMs, 4)
    assert.equal(rounds % 2, 0)
    assert.ok(turnMs <= 1000)
    assert.ok(4 * (rounds + 1) * (turnMs + 130) <= launchMs, `${launchMs}: ${rounds} of ${turnMs}`)
  }
  const slow = turnPacing(8000, 4, { startMs: 3000 })
  assert.ok(slow.turnMs < turnPacing(8000, 4).turnMs)
  assert.ok(Math.abs(startOfLaunchMs(8000, 4, slow) - 3000) < 10)
  assert.equal(turnPacing(shortestLaunchNs(4) / 1e6, 4).turnMs, 150)
  assert.deepEqual(turnPacing(100, 4), { turnMs: 150, rounds: 2 })
  assert.deepEqual(turnPacing(1e6, 2), { turnMs: 1000, rounds: 8 })
  assert.deepEqual(turnPacing(100, 3, { fixedMs: 250 }), { turnMs: 250, rounds: 2 })
  assert.deepEqual(turnPacing(1e6, 3, { fixedMs: 250 }), { turnMs: 250, rounds: 8 })
})
