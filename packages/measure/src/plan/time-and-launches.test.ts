import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DescribedApp, SuiteDescription } from '@steelyard/harness/protocol'
import type { SuitePlan } from './plan.ts'
import { bareRun, type WantedOptions } from './run-options.ts'
import {
  capSeconds,
  fewestLaunches,
  lookPlanOf,
  mostBytes,
  neededSeconds,
  overtimeOf,
  suiteSeconds,
} from './time-and-launches.ts'

const OPTIONS = bareRun()

const POOL = { processes: 4, policy: 'spread' } as const

function described(measure: 'load' | 'start', app: DescribedApp): SuiteDescription {
  return { server: { measure, apps: { one: app } } } as unknown as SuiteDescription
}

/** Groups with these numbers of members, all of the same app. */
function planOf(...lengths: readonly number[]): SuitePlan {
  const groups = lengths.map(length =>
    Array.from({ length }, () => ({ caseId: 'one', params: {}, target: 0 })),
  )
  return { groups, contenders: groups.flat() } as unknown as SuitePlan
}

test('overtimeOf is a tenth of a time that was asked for, and all of the default one', () => {
  assert.equal(overtimeOf({ timeSeconds: 60 }), 1.1)
  assert.equal(overtimeOf({ timeSeconds: null }), 2)
})

test('neededSeconds of starts grows with the starts alone', () => {
  const starts = described('start', { module: 'a.ts' })
  // 10 launches of 4 groups of 3, 0.4 s a start, and room for a busy machine.
  assert.equal(neededSeconds(planOf(3, 3, 3, 3), starts, OPTIONS), 70)
  assert.equal(neededSeconds(planOf(3, 3, 3, 3), starts, bareRun({ time: { quick: true } })), 40)
})

test('neededSeconds gives frameworks and pools time to start', () => {
  const needed = (app: DescribedApp) => neededSeconds(planOf(3, 3), described('load', app), OPTIONS)
  const plain = needed({ module: 'a.ts' })
  assert.ok(needed({ module: 'a.ts', pool: POOL }) > plain)
  assert.ok(needed({ prepared: 'a', start: {} }) > plain)
})

test('fewestLaunches is the first look, and N where a precision may end a group', () => {
  const looks = { first: 5, planned: 8, lagOne: 0 }
  const of = (wanted: WantedOptions) => fewestLaunches(bareRun(wanted), looks)
  const precise = { rules: { precision: 0.01 } }
  const quick = { time: { quick: true } }
  assert.deepEqual([of({}), of(precise), of(quick), of({ ...precise, ...quick })], [5, 8, 5, 5])
})

test('capSeconds is what was asked, else by what is run', () => {
  const compare = { heads: [1], rebuilt: null, flags: [], evidence: true }
  const timers = ['steelyard', 'mitata'] as const
  const [none, quick] = [{}, { time: { quick: true } }]
  const capOf = (wanted: WantedOptions) => capSeconds(bareRun(wanted))
  assert.deepEqual([none, quick].map(capOf), [180, 65])
  const agree: WantedOptions[] = [none, quick].map(wanted => ({ ...wanted, rules: { timers } }))
  assert.deepEqual(agree.map(capOf), [600, 180])
  assert.equal(capOf({ selection: { compare } }), 480)
  assert.equal(capOf({ selection: { compare: { ...compare, evidence: false } } }), 180)
  assert.equal(capOf({ selection: { compare }, rules: { timers }, time: { timeSeconds: 7 } }), 7)
})

test('suiteSeconds is what was asked, and by default what the launches need', () => {
  const [servers, plan] = [described('load', { module: 'a.ts' }), planOf(...Array(12).fill(4))]
  const needed = neededSeconds(plan, servers, OPTIONS)
  assert.ok(needed > capSeconds(OPTIONS))
  assert.equal(suiteSeconds(plan, servers, OPTIONS), needed)
  assert.equal(suiteSeconds(plan, servers, bareRun({ time: { timeSeconds: 60 } })), 60)
  assert.equal(suiteSeconds(planOf(2), servers, OPTIONS), capSeconds(OPTIONS))
  const functions = { server: null, memory: false, perCall: [] } as unknown as SuiteDescription
  const large = planOf(...Array(60).fill(4))
  assert.equal(suiteSeconds(large, functions, OPTIONS), neededSeconds(large, functions, OPTIONS))
  assert.ok(neededSeconds(large, functions, OPTIONS) > capSeconds(OPTIONS))
  assert.equal(suiteSeconds(large, functions, bareRun({ time: { timeSeconds: 1 } })), 1)
  const preview = bareRun({ time: { quick: true } })
  assert.equal(suiteSeconds(large, functions, preview), neededSeconds(large, functions, preview))
  assert.ok(suiteSeconds(large, functions, preview) < suiteSeconds(large, functions, OPTIONS))
})

test('neededSeconds has time for windows that are asked for', () => {
  const functions = { server: null, memory: false, perCall: [] } as unknown as SuiteDescription
  const needed = (windowSeconds: number | null) =>
    neededSeconds(planOf(4, 4, 4), functions, bareRun({ time: { windowSeconds } }))
  assert.ok(needed(0.06) <= needed(null))
  // 10 launches or more of 12 contenders, each 0.94 s longer.
  assert.ok(needed(1) > needed(0.06) + 110)
})

test('neededSeconds has time for the side launches that are asked for', () => {
  const functions = { server: null, memory: false, perCall: [] } as unknown as SuiteDescription
  const plan = planOf(4, 4, 4, 4, 4)
  const needed = (more: object, probes: WantedOptions['probes'] = {}) =>
    neededSeconds(plan, { ...functions, ...more }, bareRun({ probes }))
  // 20 contenders, 0.6 s for each.
  const plain = needed({})
  assert.ok(needed({ memory: true }) >= plain + 10)
  assert.equal(needed({}, { memory: true }), needed({ memory: true }))
  assert.equal(needed({}, { budgetMs: 1 }), needed({ perCall: ['one'] }))
  assert.equal(needed({ perCall: ['other'] }, { budgetMs: 1 }), plain)
  assert.ok(needed({ memory: true, perCall: ['one'] }) >= plain + 20)
  // Three launches of each contender, six, and one.
  assert.ok(needed({}, { usage: true }) >= plain + 30)
  assert.ok(needed({}, { allocations: true }) >= plain + 60)
  assert.equal(needed({}, { tiers: true }), needed({ memory: true }))
})

test('neededSeconds has no time for side launches of controls, nor of contenders that cannot run', () => {
  const functions = { server: null, memory: false, perCall: [] } as unknown as SuiteDescription
  const probed = bareRun({ probes: { usage: true, allocations: true } })
  const one = { caseId: 'one', params: {}, target: 0 }
  const ofCopies = { groups: Array.from({ length: 20 }, () => [one, { ...one, isControl: true as const }]) }
  const none = Array.from({ length: 40 }, () => ({ ...one }))
  const plan = { ...ofCopies, contenders: [...ofCopies.groups.flat(), ...none] } as unknown as SuitePlan
  // The first stands in 20 groups, and has nine launches of 0.6 s.
  assert.ok(neededSeconds(plan, functions, probed) <= neededSeconds(plan, functions, OPTIONS) + 10)
})

test('side launches take up to a quarter of a time that is asked for, and N is what the rest holds', () => {
  const functions = { server: null, memory: false, perCall: [] } as unknown as SuiteDescription
  const planned = (timeSeconds: number, probes: WantedOptions['probes'] = {}) =>
    lookPlanOf(planOf(2), functions, bareRun({ time: { timeSeconds }, probes })).planned
  const plain = planned(10)
  assert.ok(plain < 10)
  assert.ok(planned(10, { tiers: true }) < plain)
  assert.equal(planned(10, { usage: true, allocations: true }), planned(7.5))
})

test('mostBytes grows with contenders and time, up to the most launches, and with the window', () => {
  const functions = {
    ...described('load', { module: 'a.ts' }),
    server: null,
    perCall: [],
  } as SuiteDescription
  const bytes = (contenders: number, time: NonNullable<WantedOptions['time']>) =>
    Math.round(mostBytes(planOf(contenders), functions, bareRun({ time })) / 1e6)
  assert.equal(bytes(12, { timeSeconds: 3600 }), 6)
  assert.equal(bytes(1200, { timeSeconds: 3600 }), 35)
  assert.equal(bytes(1200, { timeSeconds: 7200 }), 70)
  assert.equal(bytes(1200, { timeSeconds: 7200, windowSeconds: 1 }), 103)
})
