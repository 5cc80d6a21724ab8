import { sharedLogRatios } from '@steelyard/analysis'
import type { MeasuredSuite, PlannedSuite, Preparation } from '@steelyard/measure'
import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import type { Metric } from '@steelyard/stats'
import type { RunOutcome } from '../run/run.ts'

/** One case on both sides, and what its launches say. */
export interface GatedPair {
  readonly suite: string
  /** Number of its group among the groups of its suite. */
  readonly index: number
  readonly caseId: string
  readonly params: ComparisonRecord['params']
  /** Log ratios of launches that both sides have; none where a side was lost, or did no work. */
  readonly logRatios: readonly number[]
}

/** Leaves out what has nothing to be compared with. */
export function onlyPairs(preparation: Preparation): Preparation {
  return withGroups(preparation, ({ plan }) => plan.groups.filter(group => group.length > 1))
}

/** Leaves out all other pairs. */
export function withPairs(preparation: Preparation, pairs: readonly GatedPair[]): Preparation {
  return withGroups(preparation, ({ plan, loaded }) =>
    plan.groups.filter((_, index) =>
      pairs.some(pair => pair.suite === loaded.description.name && pair.index === index),
    ),
  )
}

function withGroups(
  preparation: Preparation,
  groupsOf: (suite: PlannedSuite) => PlannedSuite['plan']['groups'],
): Preparation {
  const suites = preparation.suites.flatMap(suite => {
    const groups = groupsOf(suite)
    const contenders = [...new Set(groups.flat())]
    return groups.length === 0 ? [] : [{ ...suite, plan: { ...suite.plan, groups, contenders } }]
  })
  return { ...preparation, suites }
}

/** Returns what a stage measured of each pair. */
export function pairsOf({ suites, record }: RunOutcome, metric: Metric): GatedPair[] {
  return suites.flatMap(({ name, plan, measured }) =>
    measured.groups.map((group, index): GatedPair => {
      const { caseId = '', params = {} } = plan.groups[index]?.[0] ?? {}
      const [base, head] = group
      const isCompared = base !== undefined && head !== undefined && isWhole(name, group, record)
      const logRatios = isCompared ? sharedLogRatios({ base, head }, metric) : []
      return { suite: name, index, caseId, params, logRatios }
    }),
  )
}

/** What was lost, or did no work, is not compared. */
function isWhole(
  name: string,
  group: MeasuredSuite['groups'][number],
  { results, targets }: RunRecord,
): boolean {
  return group.every(({ plan }) =>
    results.some(
      one =>
        one.status === 'ok' &&
        one.suite === name &&
        one.case === plan.caseId &&
        one.target === targets[plan.target]?.id &&
        JSON.stringify(one.params) === JSON.stringify(plan.params),
    ),
  )
}
