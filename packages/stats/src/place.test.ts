import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normal } from '../test/noise.ts'
import { type Bracketed, findEnds, findPlace, type PlaceRules } from './place.ts'
import { createRandom } from './random.ts'

const RULES: PlaceRules = { threshold: 0.01, biasAllowance: 0.002, error: 0.005 }

/** Launches around known places, with noise of a hundredth of the distance of the ends. */
function launches(middle: number, bad: number, count = 10): Bracketed[] {
  const random = createRandom(1)
  const noise = () => 0.01 * bad * normal(random)
  return Array.from({ length: count }, () => ({ middle: middle + noise(), bad: bad + noise() }))
}

test('findEnds tells which end takes longer, whether they are the same, and when it does not know', () => {
  const logs = (bad: number, count = 10) => launches(0, bad, count).map(launch => launch.bad)
  assert.equal(findEnds(logs(0.1), RULES), 1)
  assert.equal(findEnds(logs(-0.1), RULES), -1)
  assert.equal(findEnds(logs(0.1, 9), RULES), null)
  assert.equal(findEnds(logs(0.004), RULES), 'same')
  // Beyond doubt, and too small to be searched for.
  assert.equal(findEnds(logs(0.0099), RULES), null)
  // Within what the machine shows between equals.
  assert.equal(findEnds(logs(0.1), { ...RULES, biasAllowance: 0.11 }), null)
  assert.equal(
    findEnds(
      Array.from({ length: 10 }, () => 0.1),
      RULES,
    ),
    null,
  )
})

for (const bad of [0.2, -0.2]) {
  const direction = bad > 0 ? 1 : -1
  test(`findPlace tells the nearer end, and what fits neither: bad is ${direction > 0 ? 'slower' : 'faster'}`, () => {
    const at = (share: number) => findPlace(launches(share * bad, bad), direction, RULES)
    assert.deepEqual(at(0), { nearer: 'good', misfit: null })
    assert.deepEqual(at(1), { nearer: 'bad', misfit: null })
    assert.deepEqual(at(0.1), { nearer: 'good', misfit: null })
    assert.deepEqual(at(0.5), { nearer: null, misfit: 'between' })
    assert.deepEqual(at(0.4), { nearer: 'good', misfit: 'between' })
    assert.deepEqual(at(-0.5), { nearer: 'good', misfit: 'beyond good' })
    assert.deepEqual(at(1.5), { nearer: 'bad', misfit: 'beyond bad' })
  })
}

test('findPlace says nothing before the first look, nor of a clock too coarse', () => {
  const nothing = { nearer: null, misfit: null }
  assert.deepEqual(findPlace(launches(0, 0.2, 9), 1, RULES), nothing)
  const equal = Array.from({ length: 10 }, () => ({ middle: 0, bad: 0.2 }))
  assert.deepEqual(findPlace(equal, 1, RULES), nothing)
})
