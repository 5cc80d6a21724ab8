import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type DeadCodeBatches, findDeadCode } from '@steelyard/stats'
import { errorText, recordWarningText } from '@steelyard/text'
import type { ContenderPlan, SuitePlan } from '../../measure/src/plan/plan.ts'
import {
  type MeasuredContender,
  type MeasuredLaunch,
  type MeasuredSuite,
  unmeasured,
} from '../../measure/src/suite/measured-suite.ts'
import { comparisonsOf } from './comparisons.ts'
import { deadCodeWarnings } from './dead-code.ts'
import { resultsOf } from './results.ts'

const RULES = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 3, quick: false }

/** Three launches that differ a little. */
function measured(
  caseId: string,
  target: number,
  meanNs: number,
  work: DeadCodeBatches | null,
): MeasuredContender {
  const plan: ContenderPlan = { caseId, params: {}, target }
  const random = createRandom(10 * caseId.length + target)
  const launches = [0, 1, 2].map((launch): MeasuredLaunch => {
    const sampleNs = meanNs * (1 + 0.01 * random.next())
    return {
      group: target,
      launch,
      iterationsPerBatch: 1000,
      order: [0, 2],
      wallNs: [sampleNs, sampleNs],
      cpuNs: [sampleNs, sampleNs],
      audits: [null, null],
      warmup: { state: 'steady', batches: 12, durationNs: 1e8, iterationNs: meanNs },
      nullBatch: { wallNs: 0, hostNs: 0, cpuNs: 0 },
      early: [],
      work,
    }
  })
  return { ...unmeasured(plan), launches }
}

/** A case whose iteration takes this long, where an empty one takes 0.4 ns. */
function worked(iterationNs: number, growth = 2): DeadCodeBatches {
  const onceNs = iterationNs * 1e6
  return {
    iterations: 1e6,
    onceNs: [onceNs],
    twiceNs: [growth * onceNs],
    empty: { iterations: 4e6, batchesNs: [1.6e6] },
  }
}

function outcomeOf(contenders: readonly MeasuredContender[], groups: MeasuredSuite['groups']) {
  const plan: SuitePlan = {
    by: 'cases',
    baseline: 'base',
    contenders: contenders.map(({ plan }) => plan),
    groups: groups.map(group => group.map(({ plan }) => plan)),
    unsupported: [],
  }
  const suite: MeasuredSuite = { contenders, groups, end: 'precision', timedShares: [] }
  const targetIds = ['node@1', 'bun@1']
  return {
    results: resultsOf('made-up', plan, suite, targetIds),
    comparisons: comparisonsOf(
      [{ name: 'made-up', plan, measured: suite, targetIds }],
      'wall',
      RULES,
      'assumed',
    ),
  }
}

test('a case with dead code failed with the reason, keeps its times, and is in no comparison', () => {
  const contenders = [0, 1].flatMap(target => [
    measured('base', target, 100, worked(100)),
    measured('better', target, 104, worked(200)),
    measured('gone', target, 0.4, worked(0.42)),
  ])
  const { results, comparisons } = outcomeOf(contenders, [contenders.slice(0, 3), contenders.slice(3)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['ok', 'ok', 'failed', 'ok', 'ok', 'failed'],
  )
  const [, , gone] = results
  assert.match(
    errorText(gone?.error),
    /^optimized away\? An iteration takes 0\.42 ns, one of the empty loop 0\.40 ns/,
  )
  assert.ok(gone?.wallNs && gone.launches.length === 3)
  assert.ok(comparisons.length > 0)
  assert.equal(comparisons.filter(({ case: caseId }) => caseId === 'gone').length, 0)
  // Two of the four pairs are gone, and the others' p-values still answer for four.
  for (const { paired, pValue, adjustedPValue } of comparisons.filter(({ paired }) => paired)) {
    assert.ok(paired && pValue !== null && adjustedPValue !== null)
    assert.ok(pValue < 0.1 && adjustedPValue >= 3 * pValue, `${adjustedPValue} ${pValue}`)
  }
})

test('a case whose cost does not come from its iterations failed with the numbers', () => {
  const contenders = [
    measured('base', 0, 100, worked(100)),
    measured('cached', 0, 50, { ...worked(50, 1.01), empty: null }),
  ]
  const { results, comparisons } = outcomeOf(contenders, [contenders])
  assert.match(
    errorText(results[1]?.error),
    /Twice as many iterations take 1\.01 times as long, at most 1\.01/,
  )
  assert.deepEqual(comparisons, [])
})

test('a case near the empty loop, and one whose state grows, are ranked and warned about', () => {
  const contenders = [
    measured('base', 0, 1.2, worked(1.2)),
    measured('grows', 0, 50, worked(50, 2.9)),
    measured('better', 0, 50, worked(50)),
    measured('slow', 0, 5e7, null),
  ]
  const { results, comparisons } = outcomeOf(contenders, [contenders])
  assert.ok(results.every(({ status }) => status === 'ok'))
  assert.equal(comparisons.length, 3)
  const [base, grows, better, slow] = results.map(({ warnings }) => warnings.map(recordWarningText))
  assert.match(base?.[0] ?? '', /takes 1\.20 ns an iteration where the empty loop takes 0\.40 ns/)
  assert.match(grows?.[0] ?? '', /takes 2\.90 times as long for twice as many iterations/)
  assert.deepEqual([better, slow], [[], []])
})

test('growth on a crowded core is not the case’s', () => {
  const found = findDeadCode([1, 2, 3].map(() => worked(50, 2.9)))
  assert.equal(deadCodeWarnings(found, false).length, 1)
  assert.deepEqual(deadCodeWarnings(found, true), [])
  const atLimit = { ...found, growth: { value: 2.3, lower: 2.2, upper: 2.4 } }
  assert.deepEqual(deadCodeWarnings(atLimit, false), [])
})
