import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadTurn } from '@steelyard/load'
import { createRandom, HistogramCounter } from '@steelyard/stats'
import { shortestLaunchNs, startOfLaunchMs, turnOrder, turnPacing } from './turn-pacing.ts'
import { warmUpServer } from './warm-up-server.ts'

const NO_LATENCIES = new HistogramCounter().histogram()

const IDLE_TURN: LoadTurn = {
  ...{ durationNs: 0, requests: 0, non2xx: 0, faults: [], ratePerSecond: [] },
  ...{ latencyNs: NO_LATENCIES, firstByteNs: null, latenessNs: null, generatorCpuNs: 0, serverCpuNs: null },
}

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
  for (const launchMs of [13_000, 16_000, 24_000]) {
    const { turnMs, rounds } = turnPacing(launchMs, 4)
    assert.equal(rounds % 2, 0)
    assert.ok(turnMs >= 100 && turnMs <= 300)
    assert.ok(turnMs < 200 || rounds === 12)
    const turnsMs = 4 * (6 * (200 + 70) + rounds * (turnMs + 70))
    assert.ok(turnsMs <= launchMs, `${launchMs}: ${rounds} of ${turnMs}`)
  }
  const timedMs = (startMs: number) => {
    const { turnMs, rounds } = turnPacing(20_000, 4, null, startMs)
    return turnMs * rounds
  }
  assert.ok(timedMs(3000) < timedMs(1000))
  const slow = turnPacing(20_000, 4, null, 3000)
  assert.ok(Math.abs(startOfLaunchMs(20_000, 4, slow) - 3000) < 20)
  const figures = (...given: Parameters<typeof turnPacing>) => {
    const { warmUp, turnMs, rounds } = turnPacing(...given)
    return { warmUpMs: warmUp.turnMs, turnMs, rounds }
  }
  assert.deepEqual(figures(shortestLaunchNs(4) / 1e6, 4), { warmUpMs: 200, turnMs: 100, rounds: 2 })
  assert.deepEqual(figures(100, 4), { warmUpMs: 200, turnMs: 100, rounds: 2 })
  assert.deepEqual(figures(1e6, 2), { warmUpMs: 200, turnMs: 300, rounds: 12 })
  assert.deepEqual(figures(100, 3, 250), { warmUpMs: 250, turnMs: 250, rounds: 2 })
  assert.deepEqual(figures(1e6, 3, 250), { warmUpMs: 250, turnMs: 250, rounds: 12 })
})

test('warmUpServer goes on until the cost of a request is steady, or says that it is not', async () => {
  const pacing = { turnMs: 200, longestMs: 4000 }
  const warmed = (costNs: (turn: number) => number) => {
    let turn = 0
    return warmUpServer({ kind: 'sequential' }, pacing, async durationMs => ({
      ...IDLE_TURN,
      durationNs: durationMs * 1e6,
      requests: 100,
      serverCpuNs: 100 * costNs(turn++),
    }))
  }
  const flat = await warmed(() => 5000)
  assert.deepEqual([flat.state, flat.batches, flat.durationNs], ['steady', 6, 1.2e9])
  const late = await warmed(turn => (turn < 14 ? 5000 : 3000))
  assert.deepEqual([late.state, late.batches], ['steady', 6], 'a later change is not seen')
  const warming = await warmed(turn => (turn < 4 ? 5000 : 3000))
  assert.deepEqual([warming.state, warming.batches, warming.iterationNs], ['steady', 9, 3000])
  const never = await warmed(turn => 5000 * 0.9 ** turn)
  assert.deepEqual([never.state, never.batches, never.durationNs], ['drifting', 20, 4e9])
})
