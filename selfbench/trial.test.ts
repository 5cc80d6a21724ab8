import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overheadOf } from './run.ts'
import { byIntervals, byPrintedFactor } from './tools/verdicts.ts'
import { type Launch, logRatiosOf, sidesOf } from './trial.ts'

const reading = (avg: number) => ({ costNs: { avg }, intervalNs: null })
const launch = (...costs: readonly number[]): Launch => ({
  readings: costs.map(reading),
  wallSeconds: 1,
})

test('log ratios are of b to a, of the means over launches', () => {
  assert.deepEqual(logRatiosOf([launch(10, 20)]), { avg: Math.log(2) })
  assert.deepEqual(logRatiosOf([launch(10, 30), launch(10, 10)]), { avg: Math.log(2) })
})

test('the side with more work has it', () => {
  assert.deepEqual(sidesOf({ figure: 'power', case: 'spin', factor: 1.02, heavier: 0 }), [
    { case: 'spin', factor: 1.02 },
    { case: 'spin', factor: 1 },
  ])
})

test('a summary that prints 1.00 names no side; any other factor names one', () => {
  assert.equal(byPrintedFactor(100, 100.4), 'same')
  assert.equal(byPrintedFactor(100, 101), 'slower')
  assert.equal(byPrintedFactor(101, 100), 'faster')
})

test('intervals differ only when they do not touch', () => {
  const between = (lower: number, upper: number) => ({ costNs: {}, intervalNs: [lower, upper] as const })
  assert.equal(byIntervals(between(1, 2), between(2, 3)), 'same')
  assert.equal(byIntervals(between(1, 2), between(2.1, 3)), 'slower')
  assert.equal(byIntervals(between(2.1, 3), between(1, 2)), 'faster')
  assert.equal(byIntervals(reading(1), between(1, 2)), null)
})

test('a tool that is over its time comes to keep it', () => {
  // It takes 3 s to start and 1.2 times its given time.
  const kind = { tool: 'any', runtime: 'node', case: 'spin' } as const
  const trials: Parameters<typeof overheadOf>[0][number][] = []
  let wallSeconds = 0
  for (let trial = 0; trial < 8; trial++) {
    const overheadSeconds = overheadOf(trials, kind, 20) ?? 0
    wallSeconds = 2 * (3 + 1.2 * (10 - overheadSeconds))
    const outcome = { launches: [launch(1, 1), launch(1, 1)], wallSeconds, logRatios: {}, verdict: null }
    trials.push({ ...kind, overheadSeconds, outcome }, { ...kind, overheadSeconds, outcome: null })
  }
  assert.ok(Math.abs(wallSeconds - 20) < 0.1, `${wallSeconds}`)
  assert.equal(overheadOf(trials, { ...kind, case: 'hops' }, 20), null)
})
