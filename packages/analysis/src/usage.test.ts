import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usageRecord } from './results.ts'

const NONE = {
  ...{ minorFaults: 0, majorFaults: 0, voluntarySwitches: 0, involuntarySwitches: 0 },
  ...{ reads: 0, writes: 0, userNs: 0, systemNs: 0 },
}

test('usageRecord takes what asking costs out, per iteration, with an interval over the launches', () => {
  const launch = (faults: number) => ({
    ...{ iterations: 100, commands: 8 },
    work: { ...NONE, minorFaults: faults, voluntarySwitches: 16, userNs: 1e6 },
    idle: { ...NONE, minorFaults: 1, voluntarySwitches: 16 },
  })
  const { perIteration } = usageRecord([launch(201), launch(301)])
  assert.equal(perIteration.minorFaults?.value, 2.5)
  assert.ok((perIteration.minorFaults?.lower ?? 3) < 2)
  assert.deepEqual(perIteration.voluntarySwitches, { value: 0, lower: 0, upper: 0, level: 0.95, n: 2 })
  assert.equal(perIteration.userNs?.value, 1e4)
})

test('usageRecord leaves out launches without a count, and has no estimate of one launch', () => {
  const launch = { iterations: 1, commands: 8, work: { ...NONE, reads: null }, idle: NONE }
  const { perIteration } = usageRecord([launch, { ...launch, work: NONE }])
  assert.equal(perIteration.reads, null)
  assert.equal(perIteration.writes?.n, 2)
})

test('usageRecord has each count under its own name', () => {
  const names = Object.keys(NONE) as (keyof typeof NONE)[]
  const work = Object.fromEntries(names.map((name, index) => [name, index + 1])) as typeof NONE
  const launch = { iterations: 2, commands: 8, work, idle: NONE }
  const { launches, perIteration } = usageRecord([launch, launch])
  assert.deepEqual(
    names.map(name => perIteration[name]?.value),
    names.map((_, index) => (index + 1) / 2),
  )
  assert.deepEqual(launches, [launch, launch])
})
