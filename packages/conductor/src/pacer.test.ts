import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContenderLaunch } from './conduct-launch.ts'
import { Pacer } from './pacer.ts'

const TIME_NS = 100e9
const SIZES = [3, 3, 4]

/** A run whose launches take `overheadNs` and their timed batches for each contender; returns how many fit. */
function launchesWithin(overheadNs: number): number {
  let nowNs = 0
  const pacer = new Pacer({ groupSizes: SIZES, launches: 11, timeNs: TIME_NS, now: () => nowNs })
  for (let launch = 0; ; launch++) {
    const group = launch % SIZES.length
    const size = SIZES[group] ?? 1
    const { timedNs } = pacer.next(3e6)
    const launchNs = size * (overheadNs + 1.3 * timedNs)
    if (nowNs + launchNs > TIME_NS) return launch
    nowNs += launchNs
    const one = { wallNs: [timedNs], iterationsPerBatch: 1 } as unknown as ContenderLaunch
    pacer.launched(
      group,
      Array.from({ length: size }, () => one),
      launchNs,
    )
  }
}

test('Pacer brings the wanted launches of every group in, whatever a launch takes beside its batches', () => {
  for (const overheadNs of [50e6, 240e6, 500e6, 700e6]) {
    const launches = launchesWithin(overheadNs)
    assert.ok(launches >= 30, `${launches} launches at ${overheadNs / 1e6} ms`)
  }
})
