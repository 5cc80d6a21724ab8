import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../packages/stats/src/index.ts'
import { type Line, SCHEMA, worthOf } from './line.ts'
import { planPass } from './plan.ts'
import { errorRatio, type HourOfErrors, hoursOf, scoreVersion } from './statistics.ts'
import { tablesOf } from './table.ts'

const random = createRandom(20261123)

function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

/** Hours differ in noise by `spread` (sd of its log), and a little in how much better the new version is. */
function simulatedHours(options: {
  readonly hours: number
  readonly trials: number
  readonly ratio: number
  readonly spread: number
}): HourOfErrors[] {
  return Array.from({ length: options.hours }, () => {
    const noise = 0.01 * Math.exp(options.spread * normal())
    const errors = (sd: number) => Array.from({ length: options.trials }, () => sd * normal())
    return { old: errors(noise), new: errors(noise * options.ratio) }
  })
}

/** Share of the simulated limits that are above the true ratio. */
function covered(options: Parameters<typeof simulatedHours>[0], runs = 1500): number {
  let count = 0
  for (let run = 0; run < runs; run++) {
    if ((errorRatio(simulatedHours(options))?.upper ?? 0) >= options.ratio) count++
  }
  return count / runs
}

test('the ratio of errors is the true one where there are many trials', () => {
  const { value, upper } =
    errorRatio(simulatedHours({ hours: 40, trials: 200, ratio: 0.4, spread: 0.3 })) ?? {}
  assert.ok(value !== undefined && Math.abs(value / 0.4 - 1) < 0.05, `${value}`)
  assert.ok(upper && upper > value && upper < 0.45, `${upper}`)
})

test('its upper limit covers, in hours alike and in hours that differ by factors', () => {
  for (const [spread, least] of [
    [0, 0.93],
    [0.7, 0.9],
  ] as const) {
    const share = covered({ hours: 6, trials: 7, ratio: 0.4, spread })
    assert.ok(share >= least, `${share} at a spread of ${spread}`)
    assert.ok(share <= 0.99, `${share} at a spread of ${spread}`)
  }
})

test('the hour is the unit: more trials in the same two hours narrow nothing that lies between hours', () => {
  const hour = (old: number, newer: number, n: number): HourOfErrors => ({
    old: Array.from({ length: n }, (_, index) => (index % 2 === 0 ? old : -old)),
    new: Array.from({ length: n }, (_, index) => (index % 2 === 0 ? newer : -newer)),
  })
  const few = errorRatio([hour(0.01, 0.004, 4), hour(0.01, 0.008, 4)])
  const many = errorRatio([hour(0.01, 0.004, 400), hour(0.01, 0.008, 400)])
  assert.ok(few?.upper && many?.upper)
  assert.ok(Math.abs(few.upper / many.upper - 1) < 1e-9)
})

test('one hour gives no limit, an hour without both versions does not count, and none gives nothing', () => {
  assert.equal(errorRatio([{ old: [0.01], new: [0.02] }])?.upper, null)
  const hours = [
    { old: [0.01], new: [0.02] },
    { old: [0.5], new: [] },
  ]
  assert.deepEqual(errorRatio(hours), { value: 2, upper: null, hours: 1 })
  assert.equal(errorRatio([]), null)
})

function lineOf(change: Partial<Line>): Line {
  return {
    ...{
      schema: SCHEMA,
      version: 'old',
      commit: 'a',
      cpuId: 'c',
      installationId: 'i',
      hour: '2026-11-23T00',
    },
    ...{
      startedAt: '2026-11-23T00:10:00Z',
      seed: 7,
      load: 0,
      stolenShare: 0.01,
      case: 'spin',
      runtime: 'node',
    },
    ...{
      factor: 1,
      threshold: 1,
      seconds: 20,
      heavier: null,
      wallSeconds: 20,
      timedSeconds: 10,
      logRatio: 0.01,
    },
    ...{ interval: [-0.01, 0.03], verdict: 'inconclusive', error: null },
    ...change,
  } as Line
}

test('every trial counts in the shares, a failed one too', () => {
  const lines = [
    lineOf({ factor: 1.02, heavier: 1, logRatio: 0.02, verdict: 'right' }),
    lineOf({ factor: 1.02, heavier: 0, logRatio: -0.01, interval: [-0.02, 0], verdict: 'wrong' }),
    lineOf({
      factor: 1.02,
      logRatio: null,
      interval: null,
      verdict: null,
      timedSeconds: null,
      error: 'died',
    }),
    lineOf({ factor: 1.02, version: 'new' }),
  ]
  const score = scoreVersion(lines, 'old')
  assert.equal(score?.trials, 3)
  assert.equal(score?.failed, 1)
  assert.equal(score?.verdicts.right?.n, 3)
  assert.equal(score?.verdicts.right?.value, 1 / 3)
  assert.equal(score?.verdicts.wrong?.value, 1 / 3)
  assert.equal(score?.holds?.n, 2)
  assert.equal(score?.holds?.value, 0.5)
  assert.equal(score?.errors?.n, 2)
  assert.ok(Math.abs((score?.errors?.worst ?? 0) - (0.01 + Math.log(1.02))) < 1e-12)
  assert.equal(score?.timedShare?.mean, 0.5)
  assert.equal(scoreVersion([], 'new'), null)
})

test('hours are those of one machine', () => {
  const lines = [lineOf({}), lineOf({ installationId: 'j' }), lineOf({ hour: '2026-11-23T01' })]
  assert.equal(hoursOf(lines).length, 3)
})

test('a verdict is right when it names the side with more work', () => {
  assert.equal(worthOf('slower', 1), 'right')
  assert.equal(worthOf('faster', 1), 'wrong')
  assert.equal(worthOf('faster', 0), 'right')
  assert.equal(worthOf('faster', null), 'different')
  assert.equal(worthOf('same', 0), 'same')
  assert.equal(worthOf(null, 0), null)
})

test('a pass has every cell once by each version, one after the other, with one seed', () => {
  const choice = {
    cases: ['spin', 'hops'],
    runtimes: ['node', 'bun'],
    factors: [1, 1.02],
    seconds: 20,
  } as const
  const plan = planPass(choice, createRandom(1))
  assert.equal(plan.length, 16)
  for (let index = 0; index < plan.length; index += 2) {
    const [{ version: a, ...one }, { version: b, ...other }] = plan.slice(index, index + 2) as [
      (typeof plan)[0],
      (typeof plan)[0],
    ]
    assert.deepEqual(one, other)
    assert.notEqual(a, b)
    assert.equal(one.threshold, one.case === 'spin' && one.factor !== 1 ? 0.5 : 1)
    assert.equal(one.heavier === null, one.factor === 1)
  }
  const firsts = new Set(
    Array.from({ length: 20 }, (_, seed) => planPass(choice, createRandom(seed + 1))[0]?.version),
  )
  assert.equal(firsts.size, 2)
  assert.deepEqual(planPass(choice, createRandom(1)), plan)
})

test('the tables name versions, seeds and hours, and tell quiet hours apart', () => {
  const lines = (['old', 'new'] as const).flatMap(version =>
    [0, 1].flatMap(hour =>
      [0.01, -0.02].map(logRatio =>
        lineOf({
          ...{
            version,
            commit: `${version}1234`,
            hour: `2026-11-23T0${hour}`,
            stolenShare: hour === 0 ? 0.1 : 0.01,
          },
          logRatio: version === 'new' ? logRatio / 2 : logRatio,
        }),
      ),
    ),
  )
  const text = tablesOf(lines)
  assert.match(text, /8 trials in 2 hours; old old1234, new new1234; seeds 7; c \(i\)/)
  assert.match(text, /\| spin, 20 s \| node \| all \| 2 \| 0\.50 \| 0\.50 \|/)
  assert.match(text, /\| spin, 20 s \| node \| quiet \| 1 \| 0\.50 \| {2}\|/)
  assert.match(text, /\| spin \| node \| × 1 \| 1 % \| 20 s \| old \| 4 \| 0 \| 1\.6 % \|/)
})
