import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { Overheads } from './overheads.ts'
import { fastestRatioOf } from './tools/steelyard.ts'
import { byIntervals, byPrintedFactor } from './tools/verdicts.ts'
import { type Launch, logRatiosOf, phasesOf, sidesOf } from './trial.ts'

const reading = (avg: number) => ({ costNs: { avg }, intervalNs: null })
const launch = (sides: readonly number[], ...costs: readonly number[]): Launch => ({
  sides,
  readings: costs.map(reading),
  wallSeconds: 1,
})

test('log ratios are of b to a, in any order of the launches', () => {
  assert.deepEqual(logRatiosOf([launch([0, 1], 10, 20)], false), { avg: Math.log(2) })
  assert.deepEqual(logRatiosOf([launch([1], 20), launch([0], 10)], false), { avg: Math.log(2) })
  const relaunched = logRatiosOf([launch([0], 10), launch([1], 30), launch([1], 10), launch([0], 10)], true)
  assert.deepEqual(relaunched, {
    'avg, mean of launches': Math.log(2),
    'avg, median of launches': Math.log(2),
    'avg, min of launches': 0,
  })
})

test('the side with more work has it, and the floor has one side', () => {
  assert.deepEqual(sidesOf({ figure: 'power', case: 'spin', factor: 1.02, heavier: 0 }), [
    { case: 'spin', factor: 1.02 },
    { case: 'spin', factor: 1 },
  ])
  assert.deepEqual(sidesOf({ figure: 'floor', case: 'empty', factor: 1, heavier: null }), [
    { case: 'empty', factor: 1 },
  ])
})

test('every variant gives both sides the same share of the time', () => {
  for (const variant of ['as-it-comes', 'apart', 'pinned', 'relaunched'] as const) {
    for (const takesSeconds of [true, false]) {
      const phases = phasesOf(variant, 2, takesSeconds)
      const shares = [0, 0]
      for (const { launches, share } of phases) {
        for (const sides of launches) {
          for (const side of sides) {
            shares[side] = (shares[side] ?? 0) + share / launches.length / sides.length
          }
        }
      }
      for (const share of shares) assert.ok(Math.abs(share - 0.5) < 1e-12, `${variant} ${shares}`)
      assert.ok(phases.every(({ repeats }) => repeats === !takesSeconds))
    }
  }
  // Ten pairs, and who comes first changes from pair to pair.
  const relaunched = phasesOf('relaunched', 2, true).flatMap(({ launches }) => launches.flat())
  assert.deepEqual(relaunched.slice(0, 8), [0, 1, 1, 0, 0, 1, 1, 0])
  assert.equal(relaunched.length, 20)
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
  const kind = { tool: 'any', runtime: 'node', variant: 'apart', case: 'spin' } as const
  const overheads = new Overheads()
  let wallSeconds = 0
  for (let trial = 0; trial < 8; trial++) {
    const overheadSeconds = overheads.of(kind, 0)
    wallSeconds = 2 * (3 + 1.2 * (10 - overheadSeconds))
    overheads.learn(kind, { overheadSeconds, wallSeconds, launches: 2 }, 20)
  }
  assert.ok(Math.abs(wallSeconds - 20) < 0.1, `${wallSeconds}`)
  assert.equal(overheads.of({ ...kind, case: 'hops' }, 1.5), 1.5)
})

test('the fastest ratio is of the fastest batches of each launch, regardless of the others', () => {
  const [result] = sampleRecord().results
  const [launch] = result?.launches ?? []
  assert.ok(result && launch)
  const withBatches = (...launches: readonly (readonly number[])[]) => ({
    ...result,
    launches: launches.map((wallNs, index) => ({ ...launch, launch: index, wallNs })),
  })
  const base = withBatches([100, 100, 100, 900], [200, 200, 900, 900], [100, 100, 500, 500])
  const head = withBatches([110, 110, 110, 110], [220, 220, 220, 220], [300, 300, 300, 300])
  assert.ok(Math.abs(fastestRatioOf({ results: [base, head] }) - 1.1) < 1e-9)
  assert.ok(Number.isNaN(fastestRatioOf({ results: [base] })))
})
