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

test('turnPacing fits warm-up and turns into the time, with more turns before longer ones', () => {
  for (const launchMs of [8000, 12_000, 20_000]) {
    const { turnMs, rounds, warmUpMs } = turnPacing(launchMs, 4)
    assert.equal(rounds % 2, 0)
    assert.ok(turnMs >= 100 && turnMs <= 300)
    assert.ok(turnMs < 200 || rounds === 12)
    assert.ok(warmUpMs >= 1000 && warmUpMs <= 2000)
    const turnsMs = 4 * (warmUpMs + rounds * turnMs + (rounds + 1) * 70)
    assert.ok(turnsMs <= launchMs, `${launchMs}: ${rounds} of ${turnMs}`)
  }
  const slow = turnPacing(12_000, 4, { startMs: 3000 })
  assert.ok(slow.turnMs * slow.rounds < turnPacing(12_000, 4).turnMs * turnPacing(12_000, 4).rounds)
  assert.ok(Math.abs(startOfLaunchMs(12_000, 4, slow) - 3000) < 20)
  assert.deepEqual(turnPacing(shortestLaunchNs(4) / 1e6, 4), { turnMs: 100, rounds: 2, warmUpMs: 1000 })
  assert.deepEqual(turnPacing(100, 4), { turnMs: 100, rounds: 2, warmUpMs: 1000 })
  assert.deepEqual(turnPacing(1e6, 2), { turnMs: 300, rounds: 12, warmUpMs: 2000 })
  const fixed = { turnMs: 250, warmUpMs: 250 }
  assert.deepEqual(turnPacing(100, 3, { fixedMs: 250 }), { ...fixed, rounds: 2 })
  assert.deepEqual(turnPacing(1e6, 3, { fixedMs: 250 }), { ...fixed, rounds: 12 })
})
