import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchFactorOf, LENGTH_FACTORS, lengthsOf } from './batch-lengths.ts'

const ROUNDS = 20

test('the launches have both lengths alike, whatever changes from launch to launch', () => {
  const factors = Array.from({ length: 8 }, (_, launch) => batchFactorOf(launch, LENGTH_FACTORS))
  assert.deepEqual(factors, [1, 2, 2, 1, 1, 2, 2, 1])
  assert.deepEqual([batchFactorOf(0, [1]), batchFactorOf(7, [1])], [1, 1])
})

test('a machine that changes meanwhile is not taken for an effect of the length', () => {
  // Head gets slower and slower, by a factor of 4 in all; base does not.
  const lengths = lengthsOf(launches(20, launch => 4 ** (launch / 20)))
  assert.ok(lengths)
  assert.equal(lengths.apart.n, 10)
  assert.ok(Math.abs(Math.log(lengths.apart.value)) < 1e-9, `${lengths.apart.value}`)
  assert.ok(lengths.apart.lower < 1 && lengths.apart.upper > 1)
})

test('what the length does to the ratio is found', () => {
  const lengths = lengthsOf(launches(20, (launch, factor) => (factor === 1 ? 1.5 : 1.2) * (1 + launch / 100)))
  assert.ok(lengths)
  assert.ok(Math.abs(lengths.apart.value - 1.25) < 0.01, `${lengths.apart.value}`)
  assert.ok(lengths.apart.lower > 1.2)
  assert.ok(Math.abs(lengths.once.value / lengths.twice.value - lengths.apart.value) < 1e-9)
})

test('a launch without its neighbour says nothing about lengths', () => {
  const some = launches(8, () => 2)
  assert.equal(lengthsOf(some.filter((_, launch) => launch !== 3))?.apart.n, 3)
  assert.equal(lengthsOf(some.slice(0, 3)), null)
  assert.equal(lengthsOf([]), null)
})

/** @param ratio head to base of a launch, by its number and the factor of its batches */
function launches(count: number, ratio: (launch: number, factor: number) => number) {
  return Array.from({ length: count }, (_, launch) => {
    const side = (ns: number) => ({ launch, wallNs: Array(ROUNDS).fill(ns), cpuNs: Array(ROUNDS).fill(ns) })
    return { base: side(1000), head: side(1000 * ratio(launch, batchFactorOf(launch, LENGTH_FACTORS))) }
  })
}
