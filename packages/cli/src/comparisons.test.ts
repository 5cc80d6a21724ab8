import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Rules } from '@steelyard/stats'
import { comparisonsOf, type NamedSuite } from './comparisons.ts'
import { measuredContender } from './fixtures/measured-contender.ts'
import type { MeasuredContender } from './measured-suite.ts'
import type { ContenderPlan } from './plan.ts'

const RULES: Rules = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 10, quick: false }
const LAUNCHES = 20
const ROUNDS = 10

/** A base, its copy and a head that takes half as long again; what the copy takes is given. */
function suiteWith(copyFactor: number): NamedSuite {
  const random = createRandom(1)
  const contender = (plan: Partial<ContenderPlan>, factor: number): MeasuredContender =>
    measuredContender(
      { caseId: 'base', ...plan },
      Array.from({ length: LAUNCHES }, (_, launch) => ({
        group: 0,
        launch,
        wallNs: Array.from({ length: ROUNDS }, () => 1000 * factor * (1 + 0.01 * random.next())),
      })),
    )
  const group = [
    contender({}, 1),
    contender({ isControl: true }, copyFactor),
    contender({ caseId: 'head' }, 1.5),
  ]
  return {
    name: 'made',
    plan: {
      by: 'cases',
      baseline: 'base',
      contenders: group.map(({ plan }) => plan),
      groups: [group.map(({ plan }) => plan)],
      unsupported: [],
    },
    measured: { contenders: group, groups: [group], end: 'time', duty: [] },
    targetIds: ['node@26.10.0'],
  }
}

test('comparisonsOf gives a verdict beside a control that shows nothing, and keeps what the control was', () => {
  const [comparison, ...others] = comparisonsOf([suiteWith(1)], 'wall', RULES, 'assumed')
  assert.deepEqual(others, [], 'the copy is no head')
  assert.equal(comparison?.verdict, 'slower')
  assert.equal(comparison?.control?.passed, true)
  assert.equal(comparison?.control?.ratio?.n, LAUNCHES)
})

test('comparisonsOf gives no verdict beside a control that shows a difference', () => {
  const [comparison] = comparisonsOf([suiteWith(1.02)], 'wall', RULES, 'assumed')
  assert.equal(comparison?.control?.passed, false)
  assert.deepEqual([comparison?.verdict, comparison?.reason], ['inconclusive', 'control failed'])
})

test('comparisonsOf gives no verdict when the copy was lost before its second launch', () => {
  const suite = suiteWith(1)
  suite.measured.contenders[1]?.launches.splice(1)
  const [comparison] = comparisonsOf([suite], 'wall', RULES, 'assumed')
  assert.deepEqual(comparison?.control, { ratio: null, pValue: null, passed: false })
  assert.equal(comparison?.reason, 'control failed')
})
