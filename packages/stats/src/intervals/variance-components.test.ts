import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normal } from '../../test/noise.ts'
import { createRandom, type Random } from '../distributions/random.ts'
import { type LaunchNoise, launchNoise, varianceComponents } from './variance-components.ts'

const LAUNCHES = 400

interface Truth {
  readonly between: number
  /** Variance of one round, without what neighbours share. */
  readonly round: number
  /** Correlation of neighbouring rounds. */
  readonly likeness?: number
  /** Bursts that slow both contenders alike. */
  readonly common?: number
}

function launchOf(rounds: number, { between, round, likeness = 0, common = 0 }: Truth, random: Random) {
  const shift = between * normal(random)
  let noise = normal(random)
  const headNs: number[] = []
  const baseNs: number[] = []
  for (let i = 0; i < rounds; i++) {
    noise = likeness * noise + Math.sqrt(1 - likeness ** 2) * normal(random)
    const burst = random.next() < 0.25 ? 1 + common : 1
    headNs.push(1000 * burst * Math.exp(shift + round * noise))
    baseNs.push(2500 * burst)
  }
  return launchNoise(headNs, baseNs)
}

function componentsOf(rounds: readonly number[], truth: Truth) {
  const random = createRandom(7)
  const launches = Array.from({ length: LAUNCHES }, (_, index) =>
    launchOf(rounds[index % rounds.length] ?? 0, truth, random),
  )
  const found = varianceComponents(launches.filter((launch): launch is LaunchNoise => launch !== null))
  assert.ok(found)
  return found
}

function assertNear(found: number, truth: number, tolerance: number): void {
  assert.ok(Math.abs(found / truth - 1) <= tolerance, `${found} instead of ${truth}`)
}

test('varianceComponents separates noise between launches from noise within', t => {
  for (const truth of [
    { between: 0.01, round: 0.03 },
    { between: 0.01, round: 0.1 },
  ]) {
    const found = componentsOf([100], truth)
    t.diagnostic(`${JSON.stringify(truth)}: ${found.betweenSd}, ${found.withinSdPerRound}`)
    assertNear(found.withinSdPerRound, truth.round, 0.05)
    assertNear(found.betweenSd, truth.between, 0.25)
  }
})

test('varianceComponents is right for launches of unequal length', () => {
  const found = componentsOf([20, 160], { between: 0.01, round: 0.05 })
  assertNear(found.withinSdPerRound, 0.05, 0.05)
  assertNear(found.betweenSd, 0.01, 0.15)
  assert.equal(found.rounds, 90)
})

test('varianceComponents counts the likeness of neighbouring rounds', () => {
  const likeness = 0.5
  const found = componentsOf([400], { between: 0.01, round: 0.05, likeness })
  // Many rounds of an autoregressive series have the variance (1 + likeness) ÷ (1 − likeness) of independent ones.
  const felt = 0.05 * Math.sqrt((1 + likeness) / (1 - likeness))
  assertNear(found.withinSdPerRound, felt, 0.1)
  assertNear(found.betweenSd, 0.01, 0.15)
})

test('varianceComponents sees no noise in bursts that hit both alike, nor in equal speeds far apart', () => {
  const found = componentsOf([100], { between: 0.01, round: 0.001, common: 1 })
  // The quarter of rounds that take twice as long counts twice.
  assertNear(found.withinSdPerRound, (0.001 * Math.sqrt(0.75 + 0.25 * 2 ** 2)) / (0.75 + 0.25 * 2), 0.05)
  assertNear(found.betweenSd, 0.01, 0.1)
})

test('varianceComponents gives a between of 0, and a variance about 0, where launches differ by their rounds only', () => {
  const found = componentsOf([50], { between: 0, round: 0.05 })
  assert.ok(Math.abs(found.betweenVariance) < (0.2 * 0.05 ** 2) / 50)
  assert.ok(found.betweenSd >= 0)
})

test('launchNoise and varianceComponents are null with too few rounds or launches', () => {
  assert.equal(launchNoise([1, 1, 1], [1, 1, 1]), null)
  assert.equal(launchNoise([0, 0, 0, 0], [1, 1, 1, 1]), null)
  assert.equal(varianceComponents([{ logRatio: 0, rounds: 9, roundVariance: 1 }]), null)
  assert.throws(() => launchNoise([1], [1, 2]), RangeError)
})
