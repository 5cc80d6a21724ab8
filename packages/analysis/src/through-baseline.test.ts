import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LaunchError } from '@steelyard/launcher'
import { createRandom, type Random, type Rules } from '@steelyard/stats'
import { measuredContender } from '../../measure/src/fixtures/measured-contender.ts'
import type { ContenderPlan } from '../../measure/src/plan/plan.ts'
import type { NamedSuite } from '../../measure/src/suite/measured-suite.ts'
import { normal } from '../../stats/test/noise.ts'
import { comparisonsOf } from './comparisons.ts'

const RULES: Rules = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 10, quick: false }
const LAUNCHES = 10
const ROUNDS = 12
const params = {}

interface World {
  /** Time of walk on bun ÷ time of walk on node; parse takes half as long on bun. */
  readonly walk?: number
  /** Whether walk is compared across targets directly too, with this ratio. */
  readonly direct?: number
  readonly sd?: number
  readonly launches?: number
}

/** parse and walk on two targets, in three groups or four; each group has noise of its own. */
function suiteOf(random: Random, { walk = 0.4, direct, sd = 0.02, launches = LAUNCHES }: World): NamedSuite {
  const plan = (caseId: string, target: number): ContenderPlan => ({ caseId, params, target })
  const plans = [plan('parse', 0), plan('walk', 0), plan('parse', 1), plan('walk', 1)] as const
  const [parse0, walk0, parse1, walk1] = plans
  const groups: [ContenderPlan, number][][] = [
    [
      [parse0, 1],
      [walk0, 1.3],
    ],
    [
      [parse1, 0.5],
      [walk1, 1.3 * walk],
    ],
    [
      [parse0, 1],
      [parse1, 0.5],
    ],
    ...(direct === undefined
      ? []
      : [[[walk0, 1.3] as [ContenderPlan, number], [walk1, 1.3 * direct] as [ContenderPlan, number]]]),
  ]
  const measured = new Map(
    plans.map(one => [
      one,
      {
        ...measuredContender(
          one,
          groups.flatMap((members, group) => {
            const found = members.find(([member]) => member === one)
            if (!found) return []
            return Array.from({ length: launches }, (_, launch) => {
              const ns = 1000 * found[1] * Math.exp(sd * normal(random))
              return { group, launch, wallNs: Array.from({ length: ROUNDS }, (_, i) => ns + (i % 3)) }
            })
          }),
        ),
        plan: one,
      },
    ]),
  )
  const of = (one: ContenderPlan) => measured.get(one) ?? measuredContender(one, [])
  return {
    name: 'made',
    plan: {
      ...{ by: 'cases', baseline: 'parse', contenders: plans, unsupported: [] },
      groups: groups.map(members => members.map(([member]) => member)),
    },
    measured: {
      ...{ contenders: plans.map(of), end: 'precision', timedShares: [] },
      groups: groups.map(members => members.map(([member]) => of(member))),
      looks: { first: 5, planned: 10, lagOne: 0.08 },
    },
    targetIds: ['node@1', 'bun@1'],
  }
}

const walkAcross = (suite: NamedSuite) =>
  comparisonsOf([suite], 'wall', RULES, 'assumed').find(
    each => each.case === 'walk' && each.head === 'bun@1' && each.base === 'node@1',
  )

describe('comparisonsOf through a baseline', () => {
  test('has the ratio of a case across targets, with a verdict beyond its allowance', () => {
    const found = walkAcross(suiteOf(createRandom(3), {}))
    assert.deepEqual([found?.through, found?.paired, found?.verdict], ['parse', false, 'faster'])
    assert.equal(found?.biasAllowance, 0.03)
    assert.ok(found && Math.abs(Math.log(found.ratio.value / 0.4)) < 0.05)
  })

  test('is never same, and decides nothing within its allowance', () => {
    const equal = walkAcross(suiteOf(createRandom(3), { walk: 1, sd: 0.0005 }))
    assert.deepEqual([equal?.verdict, equal?.reason], ['inconclusive', 'too wide'])
    const small = walkAcross(suiteOf(createRandom(3), { walk: 1.02, sd: 0.0005 }))
    assert.equal(small?.verdict, 'inconclusive')
  })

  test('covers the true ratio, and is false in fewer than 5 % of runs where nothing differs', () => {
    const random = createRandom(11)
    const found = Array.from({ length: 400 }, () => walkAcross(suiteOf(random, { walk: 1, sd: 0.03 })))
    const covered = found.filter(each => each && each.ratio.lower <= 1 && each.ratio.upper >= 1).length
    assert.ok(covered >= 0.94 * 400, `${covered} of 400`)
    const wrong = found.filter(each => each?.verdict !== 'inconclusive').length
    assert.ok(wrong <= 0.05 * 400, `${wrong} of 400`)
  })

  test('leaves open what an interruption or a quick run left open', () => {
    const suite = suiteOf(createRandom(3), { walk: 1 })
    const found = (more: Partial<Rules>) => {
      const [walk] = comparisonsOf([suite], 'wall', { ...RULES, ...more }, 'assumed').filter(
        each => each.through,
      )
      return [walk?.verdict, walk?.reason]
    }
    assert.deepEqual(found({ quick: true }), [null, 'quick'])
    assert.deepEqual(found({ earlyEnd: 'interrupted' }), [null, 'interrupted'])
  })

  test('counts no launch in which stalls took too much', () => {
    const suite = suiteOf(createRandom(3), {})
    const stalls = { meter: 'on', void: true } as never
    const stalled = suite.measured.contenders.map(one => ({
      ...one,
      launches: one.launches.map(launch =>
        launch.launch < 6 && one.plan.caseId === 'walk' && one.plan.target === 1
          ? { ...launch, stalls, wallNs: launch.wallNs.map(ns => 3 * ns) }
          : launch,
      ),
    }))
    const walk = walkAcross({ ...suite, measured: { ...suite.measured, contenders: stalled } })
    assert.deepEqual([walk?.verdict, walk?.reason], ['inconclusive', 'too few launches'])
    assert.equal(walk?.ratio.n, 4)
  })

  test('decides nothing where a baseline was lost half-way', () => {
    const suite = suiteOf(createRandom(3), {})
    const contenders = suite.measured.contenders.map(one =>
      one.plan.caseId === 'parse' ? { ...one, lost: new LaunchError('crashed', 'fell over') } : one,
    )
    const walk = walkAcross({ ...suite, measured: { ...suite.measured, contenders } })
    assert.deepEqual([walk?.verdict, walk?.reason], ['inconclusive', 'lost: crashed'])
  })

  test('has at least the allowance of the machine', () => {
    const suite = suiteOf(createRandom(3), {})
    const rules = { ...RULES, biasAllowance: 0.04 }
    const walk = comparisonsOf([suite], 'wall', rules, 'measured').find(({ through }) => through)
    assert.equal(walk?.biasAllowance, 0.04)
  })

  test('decides nothing where clocks disagree about a baseline', () => {
    const suite = suiteOf(createRandom(3), {})
    const least = { host: 1, mainCpu: 1, empty: 0 }
    const clockShares = { ...least, host: 3, least }
    const unsure = suite.measured.contenders.map(one => ({
      ...one,
      launches: one.launches.map(launch =>
        one.plan.caseId === 'parse' ? { ...launch, clockShares } : launch,
      ),
    }))
    const walk = walkAcross({ ...suite, measured: { ...suite.measured, contenders: unsure } })
    assert.deepEqual([walk?.verdict, walk?.reason], ['inconclusive', 'clocks disagree'])
  })

  test('decides nothing where a baseline differed from its copy', () => {
    const suite = suiteOf(createRandom(3), {})
    const parse = suite.measured.groups[0]?.[0]
    assert.ok(parse)
    const control = {
      ...parse,
      plan: { ...parse.plan, isControl: true as const },
      launches: parse.launches.map((launch, index) => ({
        ...launch,
        wallNs: launch.wallNs.map(ns => ns * (1.2 + 0.001 * index)),
      })),
    }
    const groups = suite.measured.groups.map((group, index) => (index === 0 ? [...group, control] : group))
    const walk = walkAcross({ ...suite, measured: { ...suite.measured, groups } })
    assert.deepEqual([walk?.verdict, walk?.reason], ['inconclusive', 'control failed'])
  })

  test('decides nothing where most launches of a part drift', () => {
    const suite = suiteOf(createRandom(3), {})
    const drifting = suite.measured.contenders.map(one => ({
      ...one,
      launches: one.launches.map(launch => ({
        ...launch,
        warmup: { ...launch.warmup, state: 'drifting' as const },
      })),
    }))
    const walk = walkAcross({ ...suite, measured: { ...suite.measured, contenders: drifting } })
    assert.deepEqual([walk?.verdict, walk?.reason], ['inconclusive', 'drifting'])
  })

  test('needs the launches of a first look in every part', () => {
    const short = walkAcross(suiteOf(createRandom(3), { launches: 4 }))
    assert.deepEqual([short?.verdict, short?.reason], ['inconclusive', 'too few launches'])
  })

  test('uses direct launches alone where there are some, and says where the two differ', () => {
    const closed = walkAcross(suiteOf(createRandom(3), { direct: 0.4 }))
    assert.deepEqual([closed?.through, closed?.paired, closed?.warnings], [null, true, []])
    const open = walkAcross(suiteOf(createRandom(3), { direct: 0.5 }))
    assert.deepEqual(
      open?.warnings.map(({ code }) => code),
      ['open-loop'],
    )
    assert.ok(open && Math.abs(open.ratio.value - 0.5) < 0.02)
  })
})
