import {
  type MeasuredContender,
  type NamedSuite,
  type PairThroughBaseline,
  pairsThroughBaseline,
} from '@steelyard/measure'
import type { ComparisonWarning } from '@steelyard/record'
import { type Candidate, holm, type Metric, sumPValue } from '@steelyard/stats'
import { candidateOf, isSound, type Sides, sharedLaunches } from './candidate.ts'

/**
 * A loop of direct comparisons may fail to close by as much unseen: of nine loops in three records the largest
 * inconsistency had z = 1.01, and 3.2 % is not excluded.
 */
export const INDIRECT_ALLOWANCE = 0.03

const LOOP_ALPHA = 0.05

/** A case on two targets, compared through a baseline. */
interface Path {
  readonly pair: Sides & { readonly suite: NamedSuite }
  /** The case through which it is compared, on both targets. */
  readonly baseline: string
  readonly baselines: readonly MeasuredContender[]
  readonly candidate: Candidate
  /** Logs of the direct ratio, negated; null where the two share no launch. */
  readonly direct: readonly number[] | null
}

/**
 * Returns the comparisons of suites that are made through a baseline, and a warning for each head whose direct ratio differs
 * from the one through the baseline by more than noise makes. Records without planned looks have neither.
 */
export function throughBaselines(suites: readonly NamedSuite[], metric: Metric) {
  const paths = suites
    .filter(({ measured }) => measured.looks !== undefined)
    .flatMap(suite => pairsThroughBaseline(suite.plan).flatMap(path => pathOf(suite, path, metric)))
  return {
    indirect: paths.filter(({ direct }) => direct === null),
    open: openLoops(paths),
  }
}

function pathOf(
  suite: NamedSuite,
  { head, base, throughHead, throughBase, isDirect }: PairThroughBaseline,
  metric: Metric,
): Path[] {
  const { looks, contenders } = suite.measured
  const [ofHead, ofBase, atHead, atBase] = [head, base, throughHead, throughBase].map(plan =>
    contenders.find(one => one.plan === plan),
  )
  if (!ofHead || !ofBase || !atHead || !atBase) return []
  const launchesOf = (sides: Sides) => candidateOf(sharedLaunches(sides).filter(isSound), metric)
  const own = launchesOf({ base: atHead, head: ofHead })
  const across = launchesOf({ base: atBase, head: atHead })
  const other = launchesOf({ base: atBase, head: ofBase })
  const parts = [own, across, other]
  const candidate: Candidate = {
    ...{ logRatios: [], medianLogRatios: [] },
    ...(looks && { looks }),
    sums: [own.logRatios, across.logRatios, negated(other.logRatios)],
    driftingShare: Math.max(...parts.map(part => part.driftingShare)),
    neverSteadyShare: Math.max(...parts.map(part => part.neverSteadyShare ?? 0)),
  }
  const direct = isDirect ? negated(launchesOf({ base: ofBase, head: ofHead }).logRatios) : null
  return [
    {
      pair: { suite, base: ofBase, head: ofHead },
      ...{ baseline: throughHead.caseId, baselines: [atHead, atBase], candidate, direct },
    },
  ]
}

function negated(logs: readonly number[]): number[] {
  return logs.map(log => -log)
}

function openLoops(paths: readonly Path[]): Map<MeasuredContender, ComparisonWarning[]> {
  const loops = paths.flatMap(({ pair, candidate, direct }) => {
    const found = direct === null ? null : sumPValue([...(candidate.sums ?? []), direct])
    return found === null ? [] : [{ head: pair.head, ...found }]
  })
  const adjusted = holm(loops.map(({ pValue }) => pValue))
  return new Map(
    loops.flatMap(({ head, center }, index) =>
      (adjusted[index] ?? 1) < LOOP_ALPHA ? [[head, [{ code: 'open-loop', times: Math.exp(center) }]]] : [],
    ),
  )
}
