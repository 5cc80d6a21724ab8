import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairsThroughBaseline } from './indirect-pairs.ts'
import type { ContenderPlan, SuitePlan } from './plan.ts'

const params = {}
const CASES = ['parse', 'walk', 'arrow']
const on = (target: number): ContenderPlan[] => CASES.map(caseId => ({ caseId, params, target }))
const [node, bun] = [on(0), on(1)]

function planOf(groups: readonly (readonly (ContenderPlan | undefined)[])[]): SuitePlan {
  return {
    ...{ by: 'cases', baseline: 'parse', contenders: [...node, ...bun], unsupported: [] },
    groups: groups.map(group => group.flatMap(one => one ?? [])),
  }
}

const indirectPairs = (plan: SuitePlan) => pairsThroughBaseline(plan).filter(({ isDirect }) => !isDirect)

const names = (pairs: ReturnType<typeof indirectPairs>) =>
  pairs.map(({ head, base, throughHead, throughBase }) =>
    [head, base, throughHead, throughBase].map(({ caseId, target }) => `${caseId} ${target}`).join(', '),
  )

test('indirectPairs has each case that shares launches with its baseline alone', () => {
  const across = [node[0], bun[0]]
  assert.deepEqual(names(indirectPairs(planOf([node, bun, across]))), [
    'walk 1, walk 0, parse 1, parse 0',
    'arrow 1, arrow 0, parse 1, parse 0',
  ])
})

test('indirectPairs has no case whose path is broken, and none that is compared directly', () => {
  const across = [node[0], bun[0]]
  assert.deepEqual(indirectPairs(planOf([node, bun])), [], 'the baselines share no launch')
  const withoutWalk = [bun[0], bun[2]]
  assert.deepEqual(names(indirectPairs(planOf([node, withoutWalk, across]))), [
    'arrow 1, arrow 0, parse 1, parse 0',
  ])
  const plan = planOf([node, bun, across, [node[1], bun[1]]])
  assert.deepEqual(names(indirectPairs(plan)), ['arrow 1, arrow 0, parse 1, parse 0'])
  assert.deepEqual(
    pairsThroughBaseline(plan).map(({ isDirect }) => isDirect),
    [true, false],
  )
})

test('indirectPairs is empty where targets are compared case by case', () => {
  assert.deepEqual(indirectPairs({ ...planOf([node, bun, [node[0], bun[0]]]), by: 'targets' }), [])
})
