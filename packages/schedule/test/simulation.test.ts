import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOISES } from './launch-noise.ts'
import { EFFECTS, simulateCell } from './simulated-cells.ts'

// A few cells of scripts/simulate/verdicts.ts. Seeded: results are the same everywhere, and the bounds allow for chance in so
// few runs.
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
