import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { measuredContender } from '../../measure/src/fixtures/measured-contender.ts'
import type { ComparePlan } from '../../measure/src/plan/compare-plan.ts'
import type { MeasuredContender, NamedSuite } from '../../measure/src/suite/measured-suite.ts'
import { attributionsOf } from './attributions.ts'

const LAUNCHES = 20

interface Made {
  readonly target: number
  readonly groups: readonly number[]
  /** Time as a multiple of the base's. */
  readonly factor: number
}

/** Launches have a noise that all of a group share, and each contender one of its own, a hundredth as large. */
function suiteOf(made: readonly Made[]): NamedSuite {
  const random = createRandom(7)
  const shared = new Map<string, number>()
  const contenders = made.map(({ target, groups, factor }): MeasuredContender => {
    const launches = groups.flatMap(group =>
      Array.from({ length: LAUNCHES }, (_, launch) => {
        const key = `${group}/${launch}`
        const common = shared.get(key) ?? Math.exp(0.2 * (random.next() - 0.5))
        shared.set(key, common)
        const wallNs = [1000 * factor * common * Math.exp(0.002 * (random.next() - 0.5))]
        return { group, launch, wallNs }
      }),
    )
    return measuredContender({ target }, launches)
  })
  const numbers = Array.from(new Set(made.flatMap(({ groups }) => groups)))
  return {
    name: 'made',
    plan: { by: 'targets', baseline: 'case', contenders: [], groups: [], unsupported: [] },
    measured: {
      contenders,
      groups: numbers.map(number => contenders.filter((_, index) => made[index]?.groups.includes(number))),
      end: 'time',
      timedShares: [],
    },
    targetIds: ['base', 'head', 'a', 'b', 'c', 'without a', 'without b', 'without c'],
  }
}

const THREE: ComparePlan = {
  heads: [1],
  rebuilt: null,
  evidence: false,
  flags: [
    { flag: '--a', alone: 2, without: 5 },
    { flag: '--b', alone: 3, without: 6 },
    { flag: '--c', alone: 4, without: 7 },
  ],
}

/** Three groups as a plan makes them: base and head in all, one flag alone and left out in each. */
function threeFlags(
  factors: Readonly<Record<'a' | 'b' | 'c' | 'head' | 'withoutA' | 'withoutB' | 'withoutC', number>>,
) {
  return suiteOf([
    { target: 0, groups: [0, 1, 2], factor: 1 },
    { target: 1, groups: [0, 1, 2], factor: factors.head },
    { target: 2, groups: [0], factor: factors.a },
    { target: 3, groups: [1], factor: factors.b },
    { target: 4, groups: [2], factor: factors.c },
    { target: 5, groups: [0], factor: factors.withoutA },
    { target: 6, groups: [1], factor: factors.withoutB },
    { target: 7, groups: [2], factor: factors.withoutC },
  ])
}

test('attributionsOf finds what each flag does alone and on top', () => {
  const suite = threeFlags({ a: 2, b: 1.5, c: 1, head: 3, withoutA: 1.5, withoutB: 2, withoutC: 3 })
  const [found, ...others] = attributionsOf(suite, THREE, 'wall')
  assert.deepEqual(others, [])
  const near = (
    ratio: { readonly lower: number; readonly upper: number } | null | undefined,
    truth: number,
  ) =>
    assert.ok(
      ratio && ratio.lower < truth * 1.001 && ratio.upper > truth * 0.999 && ratio.upper / ratio.lower < 1.01,
    )
  near(found?.flags[0]?.aloneRatio, 2)
  near(found?.flags[0]?.onTopRatio, 2)
  near(found?.flags[1]?.aloneRatio, 1.5)
  near(found?.flags[2]?.onTopRatio, 1)
  assert.deepEqual([found?.flags[2]?.alone, found?.flags[2]?.without], ['c', 'without c'])
})

test('attributionsOf says nothing of what was not measured', () => {
  const suite = suiteOf([
    { target: 0, groups: [0], factor: 1 },
    { target: 1, groups: [0], factor: 2 },
    { target: 2, groups: [0], factor: 2 },
  ])
  const [found] = attributionsOf(suite, THREE, 'wall')
  assert.deepEqual([found?.flags[1]?.aloneRatio, found?.flags[0]?.onTopRatio], [null, null])
})

test('attributionsOf says nothing without flags, or of what has no base or is a copy of it', () => {
  const suite = threeFlags({ a: 2, b: 1.5, c: 1, head: 3, withoutA: 1.5, withoutB: 2, withoutC: 3 })
  assert.equal(attributionsOf(suite, THREE, 'wall').length, 1)
  assert.deepEqual(attributionsOf(suite, { ...THREE, flags: [] }, 'wall'), [])
  assert.deepEqual(attributionsOf(suite, { ...THREE, heads: [] }, 'wall'), [])
  const with_ = (change: (contender: MeasuredContender) => MeasuredContender) => ({
    ...suite,
    measured: { ...suite.measured, contenders: suite.measured.contenders.map(change) },
  })
  const renamed = (wanted: number, plan: object) =>
    with_(one => (one.plan.target === wanted ? { ...one, plan: { ...one.plan, ...plan } } : one))
  for (const plan of [{ isControl: true }, { caseId: 'other' }, { params: { size: 1 } }])
    assert.deepEqual(attributionsOf(renamed(0, plan), THREE, 'wall'), [], JSON.stringify(plan))
  const [found] = attributionsOf(renamed(2, { params: { size: 1 } }), THREE, 'wall')
  assert.deepEqual([found?.flags[0]?.aloneRatio, found?.flags[1]?.aloneRatio?.n], [null, LAUNCHES])
  const { suite: name, case: caseId, params, base, head, metric } = found ?? assert.fail()
  assert.deepEqual([name, caseId, params, base, head, metric], ['made', 'case', {}, 'base', 'head', 'wall'])
})

test('attributionsOf reads the clock that it is asked for, and knows nothing of one that was not read', () => {
  const suite = threeFlags({ a: 2, b: 1.5, c: 1, head: 3, withoutA: 1.5, withoutB: 2, withoutC: 3 })
  const [blind] = attributionsOf(suite, THREE, 'cpu')
  assert.deepEqual([blind?.flags[0]?.aloneRatio, blind?.metric], [null, 'cpu'])
  const contenders = suite.measured.contenders.map(contender => ({
    ...contender,
    launches: contender.launches.map(launch => ({
      ...launch,
      cpuNs: launch.wallNs.map(ns => ns * (contender.plan.target === 1 ? 2 : 1)),
    })),
  }))
  const [found] = attributionsOf({ ...suite, measured: { ...suite.measured, contenders } }, THREE, 'cpu')
  const onTop = found?.flags[0]?.onTopRatio
  assert.ok(onTop && Math.abs(onTop.value - 4) < 0.01, String(onTop?.value))
  assert.equal(onTop.n, LAUNCHES)
  // One launch without its clock is left out.
  const [first, second, ...others] = contenders
  assert.ok(first && second)
  const [, ...rest] = second.launches
  const unread = second.launches
    .slice(0, 1)
    .map(launch => ({ ...launch, cpuNs: launch.wallNs.map(() => null) }))
  const partly = [first, { ...second, launches: [...unread, ...rest] }, ...others]
  const [less] = attributionsOf(
    { ...suite, measured: { ...suite.measured, contenders: partly } },
    THREE,
    'cpu',
  )
  assert.equal(less?.flags[0]?.onTopRatio?.n, LAUNCHES - 1)
})
