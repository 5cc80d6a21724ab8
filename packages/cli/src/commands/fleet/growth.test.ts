import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOf, machineRange, machinesToAdd } from './growth.ts'

type Given = Parameters<typeof growthOf>[0]

function growth(given: Pick<Given, 'machines'> & Partial<Given>, machineSeconds: number) {
  return growthOf({ untilWidth: null, machineTime: null, ...given }, machineSeconds)
}

test('machineRange reads a number or a range', () => {
  assert.deepEqual(machineRange('8'), { least: 8, most: null })
  assert.deepEqual(machineRange('5..12'), { least: 5, most: 12 })
  for (const wrong of ['0', '0..5', '5..5', '8..5', '5..', '..5', '1..2..3', 'x', '1.5', '']) {
    assert.throws(() => machineRange(wrong), /^InvalidArgumentError|^CommanderError|Give /, wrong)
  }
})

test('growthOf takes as many machines as are allowed and paid for', () => {
  const range = machineRange('5..12')
  assert.deepEqual(growth({ machines: range }, 360), { untilWidth: 0.01, most: 12 })
  assert.deepEqual(growth({ machines: range, untilWidth: 0.02, machineTime: 3600 }, 360), {
    untilWidth: 0.02,
    most: 10,
  })
  assert.equal(growth({ machines: machineRange('8') }, 360), null)
})

const WRONG = [
  [
    { machines: machineRange('8'), untilWidth: 0.01 },
    /--until-width needs a range\. Write --machines 5\.\.12\.$/,
  ],
  [{ machines: machineRange('8'), machineTime: 60 }, /--machine-time needs a range/],
  [
    { machines: machineRange('6..12'), machineTime: 3600 },
    /^Cannot measure on 6 machines in that machine time: each measures for 700 s\. Give --machine-time 4200s or more\.$/,
  ],
  [
    { machines: machineRange('2..4') },
    /^Cannot stop on a width with 4 machines: .* Give a range to 5 or more\.$/,
  ],
  [
    { machines: machineRange('2..12'), machineTime: 3000 },
    /^Cannot stop on a width with 4 machines: .* or more, and more machine time\.$/,
  ],
] as const

for (const [options, expected] of WRONG) {
  test(`growthOf refuses ${JSON.stringify(options)}`, () => {
    assert.throws(
      () => growth(options, 700),
      (error: Error) => expected.test(error.message),
    )
  })
}

test('machinesToAdd goes by the forecast, twice as many at most, and never beyond what is allowed', () => {
  const growth = { untilWidth: 0.01, most: 20 }
  const add = (machines: number, forecast: number | null, cpus = machines) =>
    machinesToAdd(machines, cpus, growth, { needsMore: true, forecast })
  assert.deepEqual([add(6, 8), add(6, 100), add(12, 100), add(20, 100)], [2, 6, 8, 0])
  assert.deepEqual([add(6, 6), add(2, null), add(8, null, 1)], [1, 2, 4])
  assert.equal(machinesToAdd(6, 6, growth, { needsMore: false, forecast: 6 }), 0)
})
