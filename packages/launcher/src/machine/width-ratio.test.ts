import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedCores } from './affinity.ts'
import { widthLoops } from './width-loops.ts'
import { widthRatio, widthRatioOf } from './width-ratio.ts'

test('the loops do each of their steps', () => {
  const { oneByOne, sideBySide } = widthLoops()
  let product = 5
  let [sum, difference] = [0, 0]
  for (let step = 300; step > 0; step--) {
    product = (Math.imul(product, 7) + step) | 0
    sum = (sum + step) | 0
    difference ^= step
  }
  assert.equal(oneByOne(300, 5, 7), product)
  assert.equal(sideBySide(300, 5, 7), 5 + 4 * sum + 3 * difference)
})

test('widthRatio is a ratio of times, whatever ran before it', () => {
  const ratios = Array.from({ length: 31 }, widthRatio).sort((one, other) => one - other)
  // From one operation at a time to as many as any core does, with the places of the core to itself or shared.
  for (const ratio of ratios.slice(5, -5)) assert.ok(ratio > 0.02 && ratio < 20, `${ratio}`)
})

test('widthRatioOf reads the core that it is asked for, and leaves the thread its own', {
  skip: allowedCores().length === 0,
}, () => {
  const own = allowedCores()
  for (const core of own) assert.ok((widthRatioOf(core) ?? 0) > 0, `core ${core}`)
  assert.deepEqual(allowedCores(), own)
  assert.equal(widthRatioOf(100_000), null)
})
