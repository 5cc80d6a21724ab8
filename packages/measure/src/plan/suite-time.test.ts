import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DescribedApp, SuiteDescription } from '@steelyard/harness/protocol'
import type { SuitePlan } from './plan.ts'
import { BARE_RUN } from './run-options.ts'
import { neededSeconds, overtimeOf, suiteSeconds } from './suite-time.ts'

const OPTIONS = { ...BARE_RUN, timeSeconds: 60, isDefaultTime: true }

const POOL = { processes: 4, policy: 'spread' } as const

function described(measure: 'load' | 'start', app: DescribedApp): SuiteDescription {
  return { server: { measure, apps: { one: app } } } as unknown as SuiteDescription
}

/** Groups of so many members, all of the same app. */
function planOf(...lengths: readonly number[]): SuitePlan {
  const member = { caseId: 'one', params: {}, target: 0 }
  const groups = lengths.map(length => Array.from({ length }, () => member))
  return { groups, contenders: groups.flat() } as unknown as SuitePlan
}

test('overtimeOf is a tenth of a time that was asked for, and more of the default one', () => {
  assert.equal(overtimeOf({ isDefaultTime: false }), 1.1)
  assert.equal(overtimeOf({}), 1.1)
  assert.equal(overtimeOf({ isDefaultTime: true }), 1.3)
})

test('neededSeconds of starts grows with the starts alone', () => {
  const starts = described('start', { module: 'a.ts' })
  // 10 launches of 4 groups of 3, 0.4 s a start, and room for a busy machine.
  assert.equal(neededSeconds(planOf(3, 3, 3, 3), starts, OPTIONS), 70)
  assert.equal(neededSeconds(planOf(3, 3, 3, 3), starts, { ...OPTIONS, quick: true }), 40)
})

test('neededSeconds gives frameworks and pools time to start', () => {
  const needed = (app: DescribedApp) => neededSeconds(planOf(3, 3), described('load', app), OPTIONS)
  const plain = needed({ module: 'a.ts' })
  assert.ok(needed({ module: 'a.ts', pool: POOL }) > plain)
  assert.ok(needed({ prepared: 'a', start: {} }) > plain)
})

test('suiteSeconds is what was asked, and by default what the launches need', () => {
  const [servers, plan] = [described('load', { module: 'a.ts' }), planOf(4, 4, 4)]
  const needed = neededSeconds(plan, servers, OPTIONS)
  assert.ok(needed > 60)
  assert.equal(suiteSeconds(plan, servers, OPTIONS), needed)
  assert.equal(suiteSeconds(plan, servers, { ...OPTIONS, isDefaultTime: false }), 60)
  assert.equal(suiteSeconds(planOf(2), servers, { ...OPTIONS, timeSeconds: 500 }), 500)
  const functions = { server: null, memory: false, perCall: [] } as unknown as SuiteDescription
  const short = { ...OPTIONS, timeSeconds: 1 }
  assert.equal(suiteSeconds(plan, functions, short), neededSeconds(plan, functions, short))
  assert.ok(neededSeconds(plan, functions, short) > 1)
  assert.equal(suiteSeconds(plan, functions, { ...short, isDefaultTime: false }), 1)
  const preview = { ...short, quick: true }
  assert.equal(suiteSeconds(plan, functions, preview), neededSeconds(plan, functions, preview))
  assert.ok(suiteSeconds(plan, functions, preview) < suiteSeconds(plan, functions, short))
})

test('neededSeconds has time for windows that are asked for', () => {
  const functions = { server: null, memory: false, perCall: [] } as unknown as SuiteDescription
  const needed = (timedSeconds: number | null) =>
    neededSeconds(planOf(4, 4, 4), functions, { ...OPTIONS, timedSeconds })
  assert.ok(needed(0.06) <= needed(null))
  // 10 launches or more of 12 contenders, each 0.94 s longer.
  assert.ok(needed(1) > needed(0.06) + 110)
})

test('neededSeconds has time for the side launches that are asked for', () => {
  const functions = { server: null, memory: false, perCall: [] } as unknown as SuiteDescription
  const plan = planOf(4, 4, 4, 4, 4)
  const needed = (more: object, options: object = {}) =>
    neededSeconds(plan, { ...functions, ...more }, { ...OPTIONS, ...options })
  // 20 contenders, 0.6 s for each.
  const plain = needed({})
  assert.ok(needed({ memory: true }) >= plain + 10)
  assert.equal(needed({}, { memory: true }), needed({ memory: true }))
  assert.equal(needed({}, { budgetNs: 1e6 }), needed({ perCall: ['one'] }))
  assert.equal(needed({ perCall: ['other'] }, { budgetNs: 1e6 }), plain)
  assert.ok(needed({ memory: true, perCall: ['one'] }) >= plain + 20)
})
