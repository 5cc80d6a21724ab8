import assert from 'node:assert/strict'
import { test } from 'node:test'
import { componentNoise, NOISES, type NoiseModel } from './launch-noise.ts'
import { decisionOf, simulateRun } from './simulate-run.ts'
import { EFFECTS, RULES, simulateCell } from './simulated-cells.ts'

// A few cells of scripts/simulate/verdicts.ts, whose whole grid is in results/trust/simulation.md. Seeded: results are the
// same everywhere, and the bounds allow for chance in so few runs.
const RUNS = 100

/** Returns the 99.9 % upper bound on how often an event of this probability happens in `runs`. */
function most(probability: number, runs = RUNS): number {
  return runs * probability + 3.1 * Math.sqrt(runs * probability * (1 - probability))
}

for (const [name, effect] of [
  ['normal', 'δ'],
  ['t3', '0'],
] as const) {
  test(`a run covers the truth, and keeps the error rates of verdicts: ${name}, true effect ${effect}`, async t => {
    const noise = NOISES[name]
    const ratio = EFFECTS[effect]
    assert.ok(noise && ratio)
    const { covered, verdicts, meanLaunches } = await simulateCell({
      noise,
      ratio,
      precision: 0.01,
      runs: RUNS,
      seed: 1,
    })
    t.diagnostic(`covered ${covered} of ${RUNS}, ${JSON.stringify(verdicts)}, ${meanLaunches} launches`)
    assert.ok(RUNS - covered <= most(0.055))
    if (effect === 'δ') assert.ok(verdicts.same <= most(0.025))
    else assert.ok(verdicts.faster + verdicts.slower <= most(0.05))
  })
}

test('a run finds twice the threshold, and hardly ever with the wrong sign', async t => {
  const [noise, ratio] = [NOISES.normal, EFFECTS['2δ']]
  assert.ok(noise && ratio)
  const { verdicts } = await simulateCell({ noise, ratio, precision: 0.005, runs: 30, seed: 1 })
  t.diagnostic(JSON.stringify(verdicts))
  assert.equal(verdicts.faster + verdicts.same, 0)
  assert.ok(verdicts.slower >= 20)
})

interface Widths {
  /** Geometric mean. */
  readonly halfWidth: number
  readonly covered: number
}

const ALLOCATED_RUNS = 120

/** Runs a minute to its end, with launches as the pacer has them or all as long as the first. */
async function widthsOf(noise: NoiseModel, isFixed: boolean): Promise<Widths> {
  const stopping = { minimumLaunches: 10, maximumLaunches: 1000, precision: 1e-9, timeNs: 60e9 }
  let logs = 0
  let covered = 0
  for (let seed = 1; seed <= ALLOCATED_RUNS; seed++) {
    let firstNs = 0
    const outcome = await simulateRun({
      noise,
      ratio: 1,
      seed,
      stopping,
      repaced: pacing => {
        firstNs ||= pacing.timedNs
        return isFixed ? { ...pacing, timedNs: firstNs } : pacing
      },
    })
    const { ratio } = decisionOf(outcome, RULES)
    assert.ok(ratio)
    logs += Math.log(Math.log(ratio.upper / ratio.lower) / 2)
    covered += Number(ratio.lower <= 1 && ratio.upper >= 1)
  }
  return { halfWidth: Math.exp(logs / ALLOCATED_RUNS), covered }
}

for (const [name, noise] of [
  ['between launches', componentNoise(0.01, 0.02)],
  ['within launches', componentNoise(0.002, 0.2)],
] as const) {
  test(`launches of the length that fits the noise give narrower intervals: noise ${name}`, async t => {
    const fixed = await widthsOf(noise, true)
    const paced = await widthsOf(noise, false)
    t.diagnostic(`fixed ${JSON.stringify(fixed)}, paced ${JSON.stringify(paced)}`)
    assert.ok(paced.halfWidth < fixed.halfWidth)
    // Launches of unequal length do not cost coverage.
    assert.ok(ALLOCATED_RUNS - paced.covered <= most(0.055, ALLOCATED_RUNS))
  })
}
