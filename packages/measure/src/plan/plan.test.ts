import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { type Choice, type PlannedTarget, planSuite } from './plan.ts'
import { UsageError } from './usage-error.ts'

const SUITE: SuiteDescription = {
  name: 'letters',
  question: 'Which?',
  params: { size: [1, 10, 100], kind: ['plain', 'fancy'] },
  compare: 'cases',
  baseline: 'a',
  cases: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  unsupported: {},
  across: [],
  hasExpected: true,
  perCall: [],
  memory: false,
  server: null,
}
const TARGETS: readonly PlannedTarget[] = [
  { runtime: 'node', version: '26.10.0' },
  { runtime: 'bun', version: '1.4.5' },
]
const ALL: Choice = { cases: [], params: [], by: null, control: false }

function groups(choice: Partial<Choice>, suite: Partial<SuiteDescription> = {}, targets = TARGETS): string[] {
  const plan = planSuite({ ...SUITE, ...suite }, { ...ALL, ...choice }, targets)
  return plan.groups.map(group => group.map(({ caseId, target }) => `${caseId}${target}`).join(' '))
}

test('planSuite gives every case a place in a group with the baseline, at most four to a group', () => {
  assert.deepEqual(groups({}), ['a0 b0 e0 h0', 'a0 c0 f0', 'a0 d0 g0', 'a1 b1 e1 h1', 'a1 c1 f1', 'a1 d1 g1'])
})

test('planSuite puts a copy of the base into every group when a control is wanted', () => {
  const wanted = { control: true, cases: ['a', 'b', 'c', 'd'] }
  assert.deepEqual(groups(wanted), ['a0 a0 b0 d0', 'a0 a0 c0', 'a1 a1 b1 d1', 'a1 a1 c1'])
  assert.deepEqual(groups({ ...wanted, by: 'targets', cases: ['b'] }), ['b0 b0 b1'])
  const plan = planSuite(SUITE, { ...ALL, ...wanted }, TARGETS.slice(0, 1))
  const copies = plan.contenders.filter(({ isControl }) => isControl)
  assert.equal(copies.length, 1, 'one copy stands in all groups of its base')
  assert.ok(plan.groups.every(group => group[1] === copies[0]))
})

test('planSuite puts companions into every group, and spreads the others over the slots left', () => {
  const targets = Array.from({ length: 8 }, () => TARGETS[0] as PlannedTarget)
  // Base, head, three flags alone, three left out.
  const wanted: Partial<Choice> = { by: 'targets', cases: ['a'], companions: [1] }
  assert.deepEqual(groups(wanted, {}, targets), ['a0 a1 a2 a5', 'a0 a1 a3 a6', 'a0 a1 a4 a7'])
  const controlled = groups({ ...wanted, control: true }, {}, targets)
  assert.deepEqual(controlled.slice(0, 2), ['a0 a0 a1 a2', 'a0 a0 a1 a3'])
  assert.equal(controlled.length, 6)
  assert.deepEqual(groups({ ...wanted, companions: [1] }, {}, targets.slice(0, 2)), ['a0 a1'])
})

test('planSuite makes no copy of a contender that is no base', () => {
  assert.deepEqual(groups({ control: true, cases: ['a'] }, {}, TARGETS.slice(0, 1)), ['a0'])
})

test('planSuite compares targets with the first one, case by case', () => {
  assert.deepEqual(groups({ by: 'targets', cases: ['a', 'b'] }), ['a0 a1', 'b0 b1'])
  assert.deepEqual(groups({ cases: ['[ab]'] }, { compare: 'targets' }), ['a0 a1', 'b0 b1'])
})

test('planSuite compares targets when there is one case only', () => {
  assert.deepEqual(groups({ cases: ['c'] }), ['c0 c1'])
})

test('planSuite takes the first chosen case as the baseline when the suite’s was left out', () => {
  const plan = planSuite(SUITE, { ...ALL, cases: ['[cd]'] }, TARGETS)
  assert.equal(plan.baseline, 'c')
  assert.deepEqual(groups({ cases: ['[cd]'] }), ['c0 d0', 'c1 d1'])
})

test('planSuite uses default parameters, a named value, or every combination', () => {
  const params = (words: string[]) =>
    new Set(
      planSuite(SUITE, { ...ALL, params: words, cases: ['a'] }, TARGETS).contenders.map(each =>
        JSON.stringify(each.params),
      ),
    )
  assert.deepEqual([...params([])], ['{"size":1,"kind":"plain"}'])
  assert.deepEqual([...params(['size=100'])], ['{"size":100,"kind":"plain"}'])
  assert.equal(params(['size=all', 'kind=all']).size, 6)
})

test('planSuite leaves out what a suite declares impossible, with the reason', () => {
  const plan = planSuite(
    { ...SUITE, unsupported: { b: { bun: 'no b there', 'node@<20': 'too old' } } },
    { ...ALL, cases: ['[ab]'] },
    TARGETS,
  )
  assert.deepEqual(
    plan.unsupported.map(({ contender, reason }) => [contender.caseId, contender.target, reason]),
    [['b', 1, 'no b there']],
  )
  assert.equal(plan.contenders.length, 4)
  assert.deepEqual(
    plan.groups.map(group => group.length),
    [2, 1],
  )
})

test('planSuite replaces no base that cannot run', () => {
  const suite = { unsupported: { a: { node: 'not there' } } }
  assert.deepEqual(groups({ cases: ['a'] }, suite, [...TARGETS, { runtime: 'deno', version: '2.9.6' }]), [
    'a1',
    'a2',
  ])
})

test('planSuite takes every value that a parameter was given, and the first where it was given none', () => {
  const sizes = (...params: string[]) => {
    const { contenders } = planSuite(SUITE, { ...ALL, params }, TARGETS)
    return [...new Set(contenders.map(one => one.params.size))]
  }
  assert.deepEqual(sizes(), [1])
  assert.deepEqual(sizes('size=10', 'size=10'), [10])
  assert.deepEqual(sizes('size=100', 'size=10'), [100, 10])
})

test('planSuite names what is unknown and what is near', () => {
  const wrong: readonly (readonly [Partial<Choice>, RegExp])[] = [
    [{ cases: ['zz'] }, /Cannot find the case 'zz' in letters/],
    [{ cases: ['{1..9999999}'] }, /Cannot choose cases by '\{1\.\.9999999\}…'/],
    [{ params: ['sise=1'] }, /Cannot set the parameter 'sise' of letters\. Did you mean size\?/],
    [{ params: ['constructor=1'] }, /Cannot set the parameter 'constructor' of letters\. /],
    [{ params: ['size=7'] }, /Cannot set size=7 for letters/],
    [{ params: ['kind'] }, /Cannot set kind= for letters/],
  ]
  for (const [choice, message] of wrong) {
    assert.throws(
      () => planSuite(SUITE, { ...ALL, ...choice }, TARGETS),
      (error: unknown) => {
        assert.ok(error instanceof UsageError)
        assert.match(error.message, message)
        return true
      },
    )
  }
})

test('planSuite compares variants of a target with its first one, and no target with another', () => {
  const variants = TARGETS.slice(0, 2).flatMap((target, row) => [
    { ...target, row },
    { ...target, row },
  ])
  const plan = planSuite(SUITE, { ...ALL, cases: ['a', 'b'], by: 'targets' }, variants)
  assert.deepEqual(
    plan.groups.map(group => group.map(({ caseId, target }) => `${caseId} ${target}`)),
    [
      ['a 0', 'a 1'],
      ['a 2', 'a 3'],
      ['b 0', 'b 1'],
      ['b 2', 'b 3'],
    ],
  )
})

test('planSuite plans an adopted case once for each choice of its parameters', () => {
  const suite: SuiteDescription = {
    ...{ ...SUITE, cases: ['a', 'b'], compare: 'targets' },
    adopted: { dialect: 'd', titles: {}, unsupported: {}, paramsOf: { a: ['size'], b: [] } },
  }
  const plan = planSuite(suite, { ...ALL, params: ['size=all', 'kind=all'] }, TARGETS.slice(0, 1))
  assert.deepEqual(
    plan.contenders.map(({ caseId, params }) => `${caseId}${JSON.stringify(params)}`),
    ['a{"size":1}', 'b{}', 'a{"size":10}', 'a{"size":100}'],
  )
})

test('planSuite leaves out the combinations that the file of a case leaves out', () => {
  const leftOut = { a: [{ size: 10 }, { size: 1000 }], b: [] }
  const suite: SuiteDescription = {
    ...{ ...SUITE, cases: ['a', 'b'], compare: 'targets' },
    adopted: { dialect: 'd', titles: {}, unsupported: {}, paramsOf: { a: ['size'], b: [] }, leftOut },
  }
  const plan = planSuite(suite, { ...ALL, params: ['size=all'] }, TARGETS.slice(0, 1))
  assert.deepEqual(
    plan.contenders.map(({ caseId, params }) => `${caseId}${JSON.stringify(params)}`),
    ['a{"size":1}', 'b{}', 'a{"size":100}'],
  )
  assert.throws(
    () => planSuite(suite, { ...ALL, cases: ['a'], params: ['size=10'] }, TARGETS.slice(0, 1)),
    /excludes every such combination/,
  )
})

test('planSuite gives the reason why a target lacks a case', () => {
  const [node, bun] = TARGETS as [PlannedTarget, PlannedTarget]
  const missing = new Map([['b', 'not there']])
  const plan = planSuite({ ...SUITE, cases: ['a', 'b'] }, { ...ALL, by: 'targets' }, [
    node,
    { ...bun, missing },
  ])
  assert.deepEqual(
    plan.unsupported.map(({ contender, reason }) => [contender.caseId, contender.target, reason]),
    [['b', 1, 'not there']],
  )
})

test('planSuite also compares targets for the cases that the suite names, and leaves them out where asked', () => {
  const suite = { across: ['a', 'c'] }
  const own = ['a0 b0 c0', 'a1 b1 c1']
  const chosen = { cases: ['[abc]'] }
  assert.deepEqual(groups(chosen, suite), [...own, 'a0 a1', 'c0 c1'])
  assert.deepEqual(groups({ cases: ['[ab]'] }, suite), ['a0 b0', 'a1 b1', 'a0 a1'])
  assert.deepEqual(groups({ ...chosen, by: 'cases' }, suite), own)
  assert.deepEqual(groups({ ...chosen, across: false }, suite), own)
  assert.deepEqual(groups({ ...chosen, by: 'targets' }, suite), ['a0 a1', 'b0 b1', 'c0 c1'])
  assert.deepEqual(groups(chosen, suite, TARGETS.slice(0, 1)), ['a0 b0 c0'])
})

test('planSuite compares targets for every case of up to four, on up to four targets, unless the suite says', () => {
  const suite = { across: null }
  const four = { cases: ['[abcd]'] }
  assert.deepEqual(groups(four, suite).slice(2), ['a0 a1', 'b0 b1', 'c0 c1', 'd0 d1'])
  assert.deepEqual(groups({ cases: ['[abcde]'] }, suite).slice(4), [])
  const five = Array.from({ length: 5 }, () => TARGETS[0] as PlannedTarget)
  assert.equal(groups({ cases: ['[ab]'] }, suite, five).length, 5)
})

test('planSuite compares targets with the first one alone, on those that can run the case', () => {
  const suite = { across: null, unsupported: { a: { bun: 'not there' }, b: { node: 'not there' } } }
  const deno: PlannedTarget = { runtime: 'deno', version: '2.9.6' }
  const plan = planSuite({ ...SUITE, ...suite }, { ...ALL, cases: ['[ab]'] }, [...TARGETS, deno])
  assert.deepEqual(
    plan.groups.map(group => group.map(({ caseId, target }) => `${caseId}${target}`).join(' ')),
    ['a0', 'b1', 'a2 b2', 'a0 a2'],
  )
  assert.equal(plan.unsupported.length, 2, 'each once')
  assert.ok(plan.groups.flat().every(member => plan.contenders.includes(member)))
})

test('planSuite makes one copy of a base for all of its groups, also where targets are compared', () => {
  const choice = { ...ALL, cases: ['[ab]'], control: true }
  const { groups: planned, contenders } = planSuite({ ...SUITE, across: null }, choice, TARGETS)
  assert.deepEqual(
    planned.map(group => group.map(({ caseId, target }) => `${caseId}${target}`).join(' ')),
    ['a0 a0 b0', 'a1 a1 b1', 'a0 a0 a1', 'b0 b0 b1'],
  )
  assert.equal(planned[0]?.[1], planned[2]?.[1])
  assert.equal(contenders.filter(({ isControl }) => isControl).length, 3)
})
