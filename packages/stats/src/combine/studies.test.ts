import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normal } from '../../test/noise.ts'
import {
  ALLOWANCE,
  type Combine,
  type Counts,
  halfWidthOf,
  simulateStudies,
  type World,
} from '../../test/simulated-machines.ts'
import { createRandom } from '../distributions/random.ts'
import { combineMachines } from './combine.ts'
import { FEWEST_CPUS, needsMoreCpus } from './cpus-needed.ts'
import type { Machine } from './machines.ts'

// Seeded, so every share is the same on every machine.
const RUNS = 1200
const EDGE = -Math.log1p(ALLOWANCE)

function simulate(world: Partial<World>, seed: number, combine?: Combine): Counts {
  const whole = { cpus: 5, center: 0, tau: 0, sessionSd: 0.01, ...world }
  return simulateStudies(whole, { runs: RUNS, seed, ...(combine ? { combine } : {}) })
}

/** Half of the machines are slower, the other half lie on the edge of being faster. */
const halfOnTheEdge = (cpus: number) => ({
  cpus,
  effect: (_: unknown, index: number) => (index % 2 === 0 ? 0.05 : EDGE),
})

for (const cpus of [2, 5, 20]) {
  for (const tau of [0, 0.005, 0.03]) {
    test(`combineMachines covers the mean over ${cpus} cpuIds in 93 % and more, τ = ${100 * tau} %`, t => {
      const { covered, combined, newCovered, predicted, tauCovered } = simulate(
        { cpus, tau, sessionSd: 0.003 },
        cpus,
      )
      t.diagnostic(`${covered / combined}, a new cpuId ${newCovered / predicted}, τ ${tauCovered / RUNS}`)
      assert.equal(combined, RUNS)
      assert.ok(covered / RUNS >= 0.93 && covered / RUNS <= 0.98)
      assert.ok(tauCovered / RUNS >= 0.93)
      assert.ok(cpus < 5 || newCovered / predicted >= 0.86)
    })
  }
}

test('combineMachines says "depends" falsely in at most 5 %, where an answer without sessions does in 10 to 95 %', t => {
  for (const cpus of [2, 5, 20]) {
    const { falseDepends, falseNaiveDepends } = simulate(halfOnTheEdge(cpus), cpus)
    t.diagnostic(`${cpus} cpuIds: ${falseDepends / RUNS}, sessions left out ${falseNaiveDepends / RUNS}`)
    assert.ok(falseDepends / RUNS <= 0.05)
    assert.ok(falseNaiveDepends / RUNS >= 0.1)
  }
})

test('combineMachines says "same direction" falsely in at most 5 % where one machine does not have it', t => {
  for (const cpus of [2, 5, 20]) {
    const effect = (_: unknown, index: number) => (index === 0 ? EDGE : -0.05)
    const { falseSameDirection } = simulate({ cpus, effect }, cpus)
    t.diagnostic(`${cpus} cpuIds: ${falseSameDirection / RUNS}`)
    assert.ok(falseSameDirection / RUNS <= 0.065)
  }
})

test('combineMachines finds one reversed machine', t => {
  for (const cpus of [2, 5, 20]) {
    const effect = (_: unknown, index: number) => (index === 0 ? 0.05 : -0.05)
    const { depends, falseDepends } = simulate({ cpus, effect, sessionSd: 0.003 }, cpus)
    t.diagnostic(`${cpus} cpuIds: ${depends / RUNS}`)
    assert.ok(depends / RUNS >= 0.9)
    assert.equal(falseDepends, 0)
  }
})

test('combineMachines speaks of machines not measured falsely in at most 5 %', t => {
  for (const cpus of [5, 20]) {
    const { falseUnseen } = simulate({ cpus, tau: 0.03, sessionSd: 0.003 }, cpus)
    t.diagnostic(`${cpus} cpuIds: ${falseUnseen / RUNS}`)
    assert.ok(falseUnseen / RUNS <= 0.065)
  }
})

test('a set of cpuIds that stopped on width is covered in 93 % and more', t => {
  const stop = { halfWidth: 0.02, isWidened: true, most: 40 }
  const { covered, combined, cpus } = simulate({ cpus: FEWEST_CPUS, tau: 0.03, sessionSd: 0.003, stop }, 1)
  t.diagnostic(`${covered / combined} after ${cpus / RUNS}`)
  assert.ok(covered / combined >= 0.93)
  assert.ok(cpus / RUNS > 10 && cpus / RUNS < 15)
})

test('the simulation stops by the width of needsMoreCpus', () => {
  const random = createRandom(1)
  const machines = Array.from({ length: 12 }, (_, index) => ({
    cpuId: `${index}`,
    installation: '',
    sessions: [0, 1].map(day => ({
      startMs: day * 86_400_000,
      logRatios: Array.from({ length: 12 }, () => normal(random)),
      biasAllowance: 0,
      isUsable: true,
    })),
  }))
  const { halfWidth } = needsMoreCpus(machines, 1)
  assert.ok(Math.abs((halfWidth ?? 0) - halfWidthOf(machines, true)) < 1e-12)
})

/** Judges by a wrong rule: by machines other than those measured. */
const judging =
  (change: (machine: Machine) => Machine): Combine =>
  (family, rules) =>
    combineMachines(
      family.map(machines => machines.map(change)),
      rules,
    )

test('the simulation would notice sessions that are taken for launches', () => {
  // Both sessions cut in two: the halves agree, and the variance between sessions comes out small.
  const cut = judging(machine => ({
    ...machine,
    sessions: machine.sessions.map((session, index) => ({
      ...session,
      startMs: index * 86_400_000,
      logRatios: machine.sessions
        .flatMap(({ logRatios }) => logRatios)
        .filter((_, launch) => launch % 2 === index),
    })),
  }))
  assert.ok(simulate(halfOnTheEdge(20), 20, cut).falseDepends / RUNS > 0.2)
})
