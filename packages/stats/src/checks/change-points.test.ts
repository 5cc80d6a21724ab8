import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draws, heavyTailed, type Noise, normal, shareOf, skewed } from '../../test/noise.ts'
import { lagOneCorrelation } from '../descriptive/lag-one-correlation.ts'
import { createRandom, type Random } from '../distributions/random.ts'
import { canShowChange, findChanges } from './change-points.ts'

const ALPHA = 0.05

/** Noise around levels, each of which begins at an index. */
function series(
  count: number,
  levels: Readonly<Record<number, number>>,
  noise: Noise,
  random: Random,
): number[] {
  let level = 0
  return draws(count, noise, random).map((value, index) => {
    level = levels[index] ?? level
    return level + value
  })
}

/** The largest rate that chance allows at alpha in this many trials, with 3 standard errors. */
function mostBy(trials: number): number {
  return ALPHA + 3 * Math.sqrt((ALPHA * (1 - ALPHA)) / trials)
}

test('findChanges calls a change in at most 5 % of series without one, whatever the noise', t => {
  const trials = 300
  const noises = { normal, heavyTailed, skewed }
  for (const count of [12, 30, 80]) {
    for (const [name, noise] of Object.entries(noises)) {
      const random = createRandom(count)
      const alarms = shareOf(trials, () => findChanges(draws(count, noise, random), ALPHA).length > 0)
      t.diagnostic(`${count} values, ${name}: ${alarms}`)
      assert.ok(alarms <= mostBy(trials))
    }
  }
})

test('findChanges keeps a level as small as a family of many series needs', t => {
  const random = createRandom(5)
  const trials = 600
  const alarms = shareOf(trials, () => findChanges(draws(30, normal, random), ALPHA / 20).length > 0)
  t.diagnostic(`at 0.25 %: ${alarms}`)
  assert.ok(alarms <= 0.0025 + 3 * Math.sqrt(0.0025 / trials))
})

test('findChanges lets as few permutations beat a change as its level says, not five more', t => {
  // Four of 1600 orders, what was seen among them; with five more of them it were 0.56 %.
  const alpha = 0.0025
  const trials = 20_000
  const random = createRandom(10)
  const alarms = shareOf(trials, () => findChanges(draws(14, normal, random), alpha).length > 0)
  t.diagnostic(`at 0.25 %: ${alarms}`)
  assert.ok(alarms <= alpha + 3 * Math.sqrt(alpha / trials), `${alarms}`)
})

test('findChanges adds one too many to true changes in at most 5 %', t => {
  const random = createRandom(2)
  const trials = 200
  const tooMany = shareOf(
    trials,
    () => findChanges(series(60, { 20: 4, 40: 9 }, normal, random), ALPHA).length > 2,
  )
  t.diagnostic(`${tooMany}`)
  assert.ok(tooMany <= mostBy(trials))
})

test('findChanges finds a step of three standard deviations, and where', t => {
  const random = createRandom(3)
  const places: number[] = []
  const found = shareOf(100, () => {
    const [first, second] = findChanges(series(40, { 25: 3 }, normal, random), ALPHA)
    if (first === undefined || second !== undefined) return false
    places.push(Math.abs(first - 25))
    return true
  })
  const exact = shareOf(places.length, () => places.pop() === 0)
  t.diagnostic(`found alone ${found}, of these at its place ${exact}`)
  assert.ok(found >= 0.9)
  assert.ok(exact >= 0.75)
})

test('findChanges finds a smaller step the more often the more values there are', t => {
  const shares = [20, 60, 180].map(count => {
    const random = createRandom(count)
    return shareOf(
      100,
      () => findChanges(series(count, { [count / 2]: 1 }, normal, random), ALPHA).length > 0,
    )
  })
  t.diagnostic(`one standard deviation among 20, 60 and 180 values: ${shares.join(', ')}`)
  const [few = 1, more = 0, many = 0] = shares
  assert.ok(few < more && more < many && many >= 0.98)
})

test('findChanges finds a level that comes and goes', t => {
  const random = createRandom(4)
  const near = (at: number | undefined, truth: number) => at !== undefined && Math.abs(at - truth) <= 2
  const found = shareOf(60, () => {
    const [first, second, third] = findChanges(series(120, { 50: 3, 62: 0 }, normal, random), ALPHA)
    return near(first, 50) && near(second, 62) && third === undefined
  })
  t.diagnostic(`both ends within two values: ${found}`)
  assert.ok(found >= 0.8)
})

test('findChanges calls a spread that doubles half way a change in at most 12 %, not in 5', t => {
  const trials = 300
  const random = createRandom(9)
  const alarms = shareOf(trials, () => {
    const values = draws(40, normal, random).map((value, index) => (index < 20 ? value : 2 * value))
    return findChanges(values, ALPHA).length > 0
  })
  t.diagnostic(`${alarms}`)
  assert.ok(alarms > ALPHA && alarms <= 0.12)
})

test('findChanges is not taken in by one value far away, and takes equal values as they are', () => {
  const random = createRandom(6)
  const values = draws(30, normal, random).map((value, index) => (index === 12 ? 1000 : value))
  assert.deepEqual(findChanges(values, 0.01), [])
  assert.deepEqual(
    findChanges(
      Array.from({ length: 50 }, () => 1),
      ALPHA,
    ),
    [],
  )
  const step = Array.from({ length: 20 }, (_, index) => (index < 9 ? 1 : 2))
  assert.deepEqual(findChanges(step, ALPHA), [9])
  assert.deepEqual(findChanges(step, ALPHA), findChanges(step, ALPHA))
})

test('canShowChange knows how many values a level needs', () => {
  assert.deepEqual(
    [5, 6, 7, 8].map(count => canShowChange(count, ALPHA)),
    [false, false, false, true],
  )
  // Of six values a perfect step is one of twenty orders, in either direction.
  assert.deepEqual([canShowChange(5, 0.1), canShowChange(6, 0.1)], [false, true])
  assert.equal(canShowChange(13, 0.001), false)
  assert.equal(canShowChange(14, 0.001), true)
  assert.deepEqual(findChanges([1, 1, 1, 2, 2, 2], ALPHA), [])
})

test('findChanges refuses what is no number', () => {
  assert.throws(() => findChanges([1, Number.NaN], ALPHA), RangeError)
  assert.throws(() => findChanges([1, 2], 2), RangeError)
})

test('lagOneCorrelation calls neighbours alike that are, not those that share a level', t => {
  const random = createRandom(7)
  const alike = (phi: number) =>
    shareOf(500, () => {
      let last = 0
      const values = draws(60, normal, random).map((value, index) => {
        last = phi * last + value
        return last + (index < 30 ? 0 : 20)
      })
      return lagOneCorrelation(values, [30])?.isBeyondChance ?? false
    })
  const [none, half] = [alike(0), alike(0.5)]
  t.diagnostic(`independent ${none}, correlation 0.5: ${half}`)
  assert.ok(none <= 0.01 + 3 * Math.sqrt(0.01 / 500))
  assert.ok(half >= 0.8)
  assert.equal(lagOneCorrelation([1, 2, 3], []), null)
  // Their mean is a little more than each.
  assert.equal(lagOneCorrelation(Array(20).fill(0.1), []), null)
})

test('a series with resembling neighbours gives more false alarms: the limit that the docs name', t => {
  const random = createRandom(8)
  for (const phi of [0.2, 0.4]) {
    const alarms = shareOf(100, () => {
      let last = 0
      const values = draws(60, normal, random).map(value => {
        last = phi * last + value
        return last
      })
      return findChanges(values, ALPHA).length > 0
    })
    t.diagnostic(`correlation ${phi} of neighbours, 60 values: ${alarms}`)
    assert.ok(alarms > ALPHA)
  }
})
