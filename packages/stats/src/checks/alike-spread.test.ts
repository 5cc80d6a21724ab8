import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../distributions/random.ts'
import { alikeSpreadPValue } from './alike-spread.ts'

const TRIALS = 200

for (const [name, kinds] of [
  ['of one kind', 1],
  ['of two kinds', 1.5],
] as const) {
  test(`alikeSpreadPValue is below 5 % in about 5 % of trials of alike samples ${name}, at other speeds`, () => {
    const random = createRandom(8)
    const draws = (speed: number) =>
      Array.from({ length: 20 }, () => speed * (random.next() < 0.5 ? kinds : 1) * (1 + 0.1 * random.next()))
    let alarms = 0
    for (let trial = 0; trial < TRIALS; trial++) {
      if (alikeSpreadPValue(draws(1), draws(1.3), random) < 0.05) alarms++
    }
    assert.ok(alarms / TRIALS < 0.09, String(alarms / TRIALS))
  })
}

test('alikeSpreadPValue sees that one sample is spread and the other is not', () => {
  const random = createRandom(2)
  const spread = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 1 : 1.5) + at / 1000)
  const narrow = Array.from({ length: 20 }, (_, at) => 1 + at / 1000)
  assert.ok(alikeSpreadPValue(spread, narrow, random) < 0.01)
  assert.equal(alikeSpreadPValue([1, 1], [2, 2], random), 1)
  assert.throws(() => alikeSpreadPValue([0, 1], [1, 2], random), RangeError)
})
