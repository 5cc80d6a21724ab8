import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metric } from '@steelyard/stats'
import { createRandom } from '@steelyard/stats'
import { normal } from '../../../stats/test/noise.ts'
import type { ContenderLaunch } from '../launch/window.ts'
import { Pacer } from './pacer.ts'

const BATCH_NS = 3e6
const TIME_NS = 100e9
const SIZES = [3, 3, 4]

/** A run whose launches take `overheadNs` and their timed batches for each contender; returns how many fit. */
function launchesWithin(overheadNs: number): number {
  let nowNs = 0
  const pacer = new Pacer({
    groupSizes: SIZES,
    launches: 11,
    timeNs: TIME_NS,
    metric: 'wall',
    now: () => nowNs,
  })
  for (let launch = 0; ; launch++) {
    const group = launch % SIZES.length
    const size = SIZES[group] ?? 1
    const { timedNs } = pacer.next(group, BATCH_NS)
    const launchNs = size * (overheadNs + 1.3 * timedNs)
    if (nowNs + launchNs > TIME_NS) return launch
    nowNs += launchNs
    const one = { wallNs: [timedNs], iterationsPerBatch: 1, warmup: {} } as unknown as ContenderLaunch
    pacer.launched(
      group,
      Array.from({ length: size }, () => one),
      launchNs,
    )
  }
}

test('Pacer fits in the wanted launches of every group, whatever their overhead', () => {
  for (const overheadNs of [50e6, 240e6, 500e6, 700e6]) {
    const launches = launchesWithin(overheadNs)
    assert.ok(launches >= 30, `${launches} launches at ${overheadNs / 1e6} ms`)
  }
})

/** Launches one pair, in which head takes `ratio` times as long, and returns how long the next launches shall be. */
function lengthsOf(between: number, perRound: number, ratio: number, metric: Metric = 'wall'): number[] {
  const random = createRandom(5)
  let nowNs = 0
  const pacer = new Pacer({ groupSizes: [2], launches: 11, timeNs: TIME_NS, metric, now: () => nowNs })
  return Array.from({ length: 20 }, () => {
    const { timedNs } = pacer.next(0, BATCH_NS)
    const rounds = Math.round(timedNs / BATCH_NS)
    const shift = Math.exp(between * normal(random))
    const headNs = Array.from({ length: rounds }, () => ratio * shift * (1 + perRound * normal(random)))
    const baseNs = headNs.map(() => 1)
    const launch = (samplesNs: readonly number[], iterationNs: number) => ({
      wallNs: metric === 'wall' ? samplesNs : baseNs,
      cpuNs: samplesNs,
      iterationsPerBatch: BATCH_NS / iterationNs,
      warmup: {},
    })
    const launchNs = 2 * (240e6 + 1.3 * timedNs)
    nowNs += launchNs
    pacer.launched(0, [launch(baseNs, 1), launch(headNs, ratio)] as unknown as ContenderLaunch[], launchNs)
    return timedNs
  })
}

test('Pacer makes launches shorter where launches differ, and longer where rounds do', () => {
  const [first = 0, ...rest] = lengthsOf(0.02, 0.02, 1)
  assert.ok((rest.at(-1) ?? 0) < first / 2)
  const [, ...longer] = lengthsOf(0.0001, 0.3, 1)
  assert.ok((longer.at(-1) ?? 0) > first)
})

test('Pacer ignores the noise of fewer than five launches', () => {
  const lengths = lengthsOf(0.02, 0.02, 1)
  assert.equal(new Set(lengths.slice(0, 5)).size, 1)
  assert.notEqual(lengths[5], lengths[0])
})

test('Pacer uses the noise of the clock of the verdict', () => {
  assert.ok((lengthsOf(0.02, 0.02, 1, 'cpu').at(-1) ?? 0) < 250e6)
})

test('Pacer ignores the effect', () => {
  const [equal, twice] = [lengthsOf(0.01, 0.05, 1), lengthsOf(0.01, 0.05, 2)]
  assert.ok(equal.every((timedNs, launch) => Math.abs(timedNs / (twice[launch] ?? 0) - 1) < 1e-9))
})

test('Pacer makes the launches of a group with high overhead long, and leaves the others theirs', () => {
  let nowNs = 0
  const pacer = new Pacer({
    groupSizes: [2, 2],
    launches: 10,
    timeNs: 20e9,
    metric: 'wall',
    now: () => nowNs,
  })
  const overheadsNs = [2.4e9, 0.2e9]
  for (const [group, overheadNs] of overheadsNs.entries()) {
    const { timedNs } = pacer.next(group, BATCH_NS)
    const launchNs = 2 * (overheadNs + 1.3 * timedNs)
    const one = { wallNs: [timedNs], iterationsPerBatch: 1, warmup: {} } as unknown as ContenderLaunch
    pacer.launched(group, [one, one], launchNs)
    nowNs += launchNs
  }
  const [costly, cheap] = overheadsNs.map((_, group) => pacer.next(group, BATCH_NS).timedNs)
  assert.ok(costly !== undefined && Math.abs(costly / 0.6e9 - 1) < 0.01, `${costly}`)
  assert.equal(cheap, 60e6)
})

test('Pacer takes what a case does outside of what it times for a part of its turns, and not for overhead', () => {
  const lengthAfter = (outsideNs: number) => {
    let nowNs = 0
    const options = { groupSizes: [2], launches: 10, timeNs: 60e9, metric: 'wall' as const, now: () => nowNs }
    const pacer = new Pacer(options)
    const [turns, overheadNs] = [5, 240e6]
    const wallNs = Array<number>(turns).fill(BATCH_NS)
    const one = { wallNs, iterationsPerBatch: 1, warmup: { outsideNs } } as unknown as ContenderLaunch
    const launchNs = 2 * (overheadNs + 1.3 * turns * (BATCH_NS + 2 * outsideNs))
    nowNs += launchNs
    pacer.launched(0, [one, one], launchNs)
    return pacer.next(0, BATCH_NS).timedNs
  }
  assert.ok(Math.abs(lengthAfter(400e6) - lengthAfter(0)) < 1)
})
