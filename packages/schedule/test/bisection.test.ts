import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, ratioFromLogs } from '@steelyard/stats'
import { NOISES } from './launch-noise.ts'
import { type BisectionOutcome, simulateBisection } from './simulate-bisection.ts'

// Seeded: results are the same everywhere. The bounds allow for chance in so few searches.
const RUNS = 60
const RELEASES = 200
const ERROR = 0.05

/** Returns the 99.9 % upper bound on how often an event of this probability happens in `runs`. */
function most(probability: number, runs: number): number {
  return runs * probability + 3.1 * Math.sqrt(runs * probability * (1 - probability))
}

function search(noise: string, seed: number, logTimes: readonly number[]): BisectionOutcome {
  const model = NOISES[noise]
  assert.ok(model)
  return simulateBisection({ noise: model, logTimes, seed, error: ERROR, mostLaunches: 40 })
}

function stepAt(first: number, ratio: number): number[] {
  return Array.from({ length: RELEASES }, (_, index) => (index < first ? 0 : Math.log(ratio)))
}

/** Searches for a change at a random release, and counts the outcomes. */
function searches(noise: string, ratio: number) {
  let right = 0
  let wrong = 0
  let launches = 0
  let covered = 0
  let middles = 0
  for (let seed = 1; seed <= RUNS; seed++) {
    const first = 1 + createRandom(seed + 1000).integer(RELEASES - 1)
    const outcome = search(noise, seed, stepAt(first, ratio))
    launches += outcome.launches
    const { bisection } = outcome
    if (bisection !== null) {
      const holds = bisection.good < first && first <= bisection.bad
      if (!holds) wrong++
      else if (bisection.end === 'found') right++
    }
    for (const { truth, launches: rows } of outcome.middles) {
      const estimate = ratioFromLogs(rows.map(({ middle }) => middle))
      assert.ok(estimate)
      middles++
      covered += Number(estimate.lower <= Math.exp(truth) && Math.exp(truth) <= estimate.upper)
    }
  }
  return { right, wrong, launchesPerSearch: launches / RUNS, middles, missed: middles - covered }
}

for (const [noise, ratio, fewestRight] of [
  ['normal', 1.1, RUNS],
  ['normal', 0.9, RUNS],
  ['normal', 1.03, 0.9 * RUNS],
  ['t3', 1.1, 0.9 * RUNS],
  ['slow mode on one side', 1.1, 0.9 * RUNS],
  ['skewed', 1.1, 0.5 * RUNS],
  ['observed', 1.1, 0],
] as const) {
  test(`a search over ${RELEASES} releases ends at the one that changed: ${noise}, ${ratio}×`, t => {
    const { right, wrong, launchesPerSearch, middles, missed } = searches(noise, ratio)
    t.diagnostic(JSON.stringify({ right, wrong, launchesPerSearch, middles, missed }))
    assert.ok(wrong <= most(ERROR, RUNS))
    assert.ok(right >= fewestRight)
    assert.ok(missed <= most(0.05, middles))
  })
}

test('a large change takes five launches a step', () => {
  const { launches, steps } = search('normal', 1, stepAt(70, 1.5))
  assert.equal(launches, 5 * (steps.length + 1))
})

for (const noise of ['normal', 't3', 'skewed', 'slow mode on one side', 'observed']) {
  test(`no search begins where good and bad are equal: ${noise}`, () => {
    let searched = 0
    for (let seed = 1; seed <= 4 * RUNS; seed++) {
      searched += Number(search(noise, seed, stepAt(0, 1)).bisection !== null)
    }
    assert.ok(searched <= most(ERROR, 4 * RUNS))
  })
}

test('a middle half-way ends the search, a middle beyond the ends is reported and does not', () => {
  const two = Array.from({ length: 101 }, (_, index) => (index < 30 ? 0 : index < 70 ? 0.1 : 0.2))
  const between = search('normal', 3, two)
  assert.equal(between.bisection?.end, 'between')
  assert.deepEqual(
    between.steps.map(({ middle, place }) => [middle, place]),
    [[50, 'between']],
  )

  const bump = Array.from({ length: 101 }, (_, index) => (index < 30 ? 0 : index < 70 ? 0.4 : 0.2))
  const beyond = search('normal', 3, bump)
  assert.equal(beyond.steps[0]?.misfit, 'beyond bad')
  assert.deepEqual([beyond.bisection?.end, beyond.bisection?.bad], ['found', 30])
})
