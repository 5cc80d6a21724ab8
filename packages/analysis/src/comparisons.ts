import type { ContenderPlan, MeasuredContender, NamedSuite } from '@steelyard/measure'
import {
  BLANK_COMPARISON,
  type ComparisonRecord,
  type ComparisonWarning,
  type ControlRecord,
  type TimedJudgementRecord,
  type Verdict,
  warningRecord,
} from '@steelyard/record'
import {
  type Candidate,
  DEFAULT_ALPHA,
  type Decision,
  decide,
  hasTwoKinds,
  isApart,
  launchMeanNs,
  looksAt,
  type Metric,
  mean,
  pValueOfAll,
  type Rules,
  ratioFromLogs,
  unpairedRatio,
} from '@steelyard/stats'
import { candidateOf, type SharedLaunch, type Sides, sharedLaunches, uncontendedRatio } from './candidate.ts'
import { type BiasAllowances, biasOf } from './kind-of-work.ts'
import { isRejected, isUnsure } from './rejection.ts'
import { isGeneratorBound } from './server-results.ts'
import { sharingOf, usesOf } from './sharing.ts'
import { type Candidates, candidatesOf, guarded } from './stated.ts'
import { INDIRECT_ALLOWANCE, throughBaselines } from './through-baseline.ts'

const OTHER_CLOCK = { wall: 'cpu', cpu: 'wall' } as const

export interface Pair extends Sides {
  readonly suite: NamedSuite
}

/**
 * Returns every comparison of a run. The verdicts are one family: of pairs that shared launches, and of those that are
 * compared through a baseline. The others have an unpaired interval and no verdict.
 */
export function comparisonsOf(
  suites: readonly NamedSuite[],
  metric: Metric,
  rules: Rules,
  biasSource: 'measured' | 'assumed',
  allowances: BiasAllowances = [],
): ComparisonRecord[] {
  const biasAllowanceOf = (pair: Pair) => biasOf(pair, allowances)?.allowance ?? rules.biasAllowance
  const indirectAllowanceOf = (pair: Pair) => Math.max(INDIRECT_ALLOWANCE, biasAllowanceOf(pair))
  const common = (pair: Pair) => ({
    ...BLANK_COMPARISON,
    ...namesOf(pair.suite, pair.base.plan, pair.head.plan),
    ...{ metric, threshold: rules.threshold, biasSource },
    biasAllowance: biasAllowanceOf(pair),
    biasKind: biasOf(pair, allowances)?.kind ?? null,
  })
  const controls = new Map(
    suites
      .flatMap(suite => pairsOf(suite, true))
      .map(pair => [pair.base, controlsOf(pair, metric, { ...rules, biasAllowance: biasAllowanceOf(pair) })]),
  )
  const { indirect, open } = throughBaselines(suites, metric)
  const pairs = suites
    .flatMap(suite => pairsOf(suite))
    .map((pair): JudgedPair => {
      const { looks } = pair.suite.measured
      const shared = sharedLaunches(pair)
      const read = candidatesOf(shared, metric, fewestStated(pair, rules))
      const own = { ...(looks && { looks }), biasAllowance: biasAllowanceOf(pair) }
      return {
        ...read,
        ...{ pair, shared, controls: controls.get(pair.base) },
        timed: { ...read.timed, ...own },
        stated: { ...read.stated, ...own },
      }
    })
  const decided = (read: 'timed' | 'stated') =>
    decide(
      [
        ...pairs.map(one => ({ ...one[read], controlFailed: one.controls?.[read].passed === false })),
        ...indirect.map(({ pair, candidate, baselines }) => ({
          ...candidate,
          biasAllowance: indirectAllowanceOf(pair),
          controlFailed: baselines.some(one => controls.get(one)?.timed.passed === false),
        })),
      ],
      rules,
    )
  const [ofTimes, ofStated] = [decided('timed'), decided('stated')]
  const uses = usesOf(
    suites.flatMap(({ measured }) => measured.contenders.flatMap(({ launches }) => launches)),
  )
  const direct = pairs.flatMap((one, index): ComparisonRecord[] => {
    const fields = judged(one, ofTimes[index], ofStated[index], metric, rules)
    if (fields === null) return []
    const { pair, shared, stated } = one
    const warnings = [
      ...lookWarnings(fields, stated, rules),
      ...(pair.base.plan.target === pair.head.plan.target ? [] : (open.get(pair.head) ?? [])),
    ]
    const sharing = sharingOf(shared, metric, uses)
    return [{ ...common(pair), paired: true, ...fields, sharing, warnings: warnings.map(warningRecord) }]
  })
  const through = indirect.flatMap(({ pair, baseline, baselines }, index): ComparisonRecord[] => {
    const decision = ofTimes[pairs.length + index]
    if (!decision?.ratio) return []
    const { ratio, medianRatio } = decision
    const judgement = judgementOf(pair, decision, metric, baselines)
    const biasAllowance = indirectAllowanceOf(pair)
    return [
      { ...common(pair), biasAllowance, paired: false, ratio, medianRatio, ...judgement, through: baseline },
    ]
  })
  const isKnown = ({ base, head }: Pair) =>
    pairs.some(({ pair }, index) => base === pair.base && head === pair.head && ofTimes[index]?.ratio) ||
    indirect.some(({ pair }) => base === pair.base && head === pair.head)
  const shown = suites.flatMap(unpairedPairsOf).flatMap((pair): ComparisonRecord[] => {
    if (isKnown(pair)) return []
    const ratio = unpairedRatio(logMeans(pair.head, metric), logMeans(pair.base, metric))
    return ratio === null
      ? []
      : [{ ...common(pair), ratio, paired: false, verdict: null, reason: 'unpaired' }]
  })
  return [...direct, ...through, ...shown]
}

interface JudgedPair extends Candidates {
  readonly pair: Pair
  readonly shared: readonly SharedLaunch[]
  readonly controls: Controls | undefined
}

/** Returns what the rules say of a pair: as timed, and without stalls where that is stated. Null without a ratio. */
function judged(
  { pair, shared, without, isCorrected, stated, controls }: JudgedPair,
  ofTimes: Decision | undefined,
  ofStated: Decision | undefined,
  metric: Metric,
  rules: Rules,
) {
  if (!ofTimes?.ratio || !ofStated) return null
  const asTimed = {
    ratio: ofTimes.ratio,
    ...judgementOf(pair, ofTimes, metric),
    control: controls?.timed ?? null,
  }
  const { looks: lookPlan = null, stops } = pair.suite.measured
  return {
    medianRatio: ofTimes.medianRatio,
    uncontendedRatio: uncontendedRatio(shared, metric),
    withoutStalls: without?.record ?? null,
    otherClockRatio: ratioFromLogs(candidateOf(shared, OTHER_CLOCK[metric]).logRatios),
    lookPlan,
    stop: (shared[0] && stops?.[shared[0].head.group]) ?? null,
    looks: lookPlan === null ? [] : looksAt(stated, rules),
    ...(isCorrected && without
      ? {
          // Where void launches leave no ratio, the ratio as timed is left.
          ratio: ofStated.ratio ?? ofTimes.ratio,
          ...judgementOf(pair, guarded(ofStated, ofTimes, without, rules.threshold), metric),
          ...{ control: controls?.stated ?? null, asTimed },
        }
      : { ...asTimed, asTimed: null }),
  }
}

/** What a reader must know of a verdict that a planned look gave. */
function lookWarnings(
  { verdict, look }: Pick<ComparisonRecord, 'verdict' | 'look'>,
  { logRatios, biasAllowance }: Candidate,
  rules: Rules,
): ComparisonWarning[] {
  if (look === null || verdict === null || verdict === 'inconclusive') return []
  const [center, limit] = [mean(logRatios), Math.log1p(rules.threshold)]
  const isSame = verdict === 'same'
  const holds = isSame ? Math.abs(center) <= limit : (verdict === 'slower' ? center : -center) > limit
  const farLimit = limit + Math.log1p(biasAllowance ?? rules.biasAllowance)
  const isOfTwoKinds = !isSame && hasTwoKinds(logRatios)
  return [
    ...(isOfTwoKinds
      ? [{ code: isApart(logRatios, verdict, farLimit) ? 'two-kinds' : 'kinds-disagree' } as const]
      : []),
    ...(holds ? [] : [{ code: 'later-launches-differ', look } as const]),
  ]
}

function fewestStated({ suite }: Pair, { minimumLaunches }: Rules): number {
  return suite.measured.looks?.first ?? minimumLaunches
}

/** A copy of a base against the base, as timed and as it is stated. */
type Controls = Record<'timed' | 'stated', ControlRecord>

/** Compares a copy of a base with the base: a difference beyond the bias allowance has no cause in the code. */
function controlsOf(pair: Pair, metric: Metric, rules: Rules): Controls {
  const { timed, stated } = candidatesOf(sharedLaunches(pair), metric, fewestStated(pair, rules))
  const controlOf = ({ logRatios }: Candidate): ControlRecord => {
    const [ratio, pValue] = [
      ratioFromLogs(logRatios),
      pValueOfAll(logRatios, Math.log1p(rules.biasAllowance)),
    ]
    return { ratio, pValue, passed: pValue !== null && pValue >= (rules.alpha ?? DEFAULT_ALPHA) }
  }
  return { timed: controlOf(timed), stated: controlOf(stated) }
}

/** @param baselines contenders through which the two are compared */
function judgementOf(
  { head, base }: Pair,
  decision: Decision,
  metric: Metric,
  baselines: readonly MeasuredContender[] = [],
): Omit<TimedJudgementRecord, 'ratio' | 'control'> {
  const { verdict, reason, pValue, adjustedPValue, inTail, look } = decision
  const numbers = { pValue, adjustedPValue, inTail, look }
  if (verdict === null) return { ...numbers, verdict, reason }
  const inconclusive = (why: string) => ({ ...numbers, verdict: 'inconclusive' as const, reason: why })
  const compared = [head, base, ...baselines]
  // A side that is lost half-way may be lost for a reason related to its time. What a look found before stays.
  const lost = compared.find(one => one.lost !== null)?.lost ?? null
  if (lost !== null && look === null) return inconclusive(`lost: ${lost.failure}`)
  if (compared.some(one => isUnsure(one, metric))) return inconclusive('clocks disagree')
  if (metric === 'wall' && isHidden(verdict, { base, head })) return inconclusive('generator-bound')
  return { ...numbers, verdict, reason }
}

/**
 * Whether a verdict on wall time could be another without the limit of the load generator. A server at that limit takes
 * less time than was seen: that it is the faster one stays true.
 */
function isHidden(verdict: Verdict, { base, head }: Sides): boolean {
  const [isBaseBound, isHeadBound] = [isGeneratorBound(base), isGeneratorBound(head)]
  if (verdict === 'slower') return isHeadBound
  if (verdict === 'faster') return isBaseBound
  return isBaseBound || isHeadBound
}

/** Per group the first contender against each of the others, once for however many groups; or bases and their copies. */
function pairsOf(suite: NamedSuite, ofControls = false): Pair[] {
  const pairs = suite.measured.groups.flatMap(([base, ...heads]) =>
    heads.flatMap(head =>
      base && (head.plan.isControl ?? false) === ofControls ? [{ suite, base, head }] : [],
    ),
  )
  return Array.from(Map.groupBy(pairs, ({ head }) => head).values()).flatMap(own => [
    ...new Map(own.map(pair => [pair.base, pair])).values(),
  ])
}

export interface SharedPair extends Pair {
  readonly shared: readonly SharedLaunch[]
}

/** Returns every pair of a suite that shared launches. */
export function sharedPairs(suite: NamedSuite): SharedPair[] {
  return pairsOf(suite).map(pair => ({ ...pair, shared: sharedLaunches(pair) }))
}

/** Across what the groups did not put together: the same case on another target, or another case on the same one. */
function unpairedPairsOf(suite: NamedSuite): Pair[] {
  const { by, baseline } = suite.plan
  const contenders = suite.measured.contenders.filter(one => !one.plan.isControl && !isRejected(one))
  return contenders.flatMap(head => {
    const base = contenders.find(({ plan, launches }) => {
      if (plan.params !== head.plan.params || launches.length < 2) return false
      return by === 'cases'
        ? plan.caseId === head.plan.caseId && plan.target < head.plan.target
        : plan.target === head.plan.target && plan.caseId === baseline && head.plan.caseId !== baseline
    })
    return base ? [{ suite, base, head }] : []
  })
}

/** Returns log(head ÷ base) of each shared launch; none where times are invalid, or clocks disagree about them. */
export function sharedLogRatios(pair: Sides, metric: Metric): readonly number[] {
  if (isUnsure(pair.base, metric) || isUnsure(pair.head, metric)) return []
  return candidateOf(sharedLaunches(pair), metric).logRatios
}

function logMeans({ launches }: MeasuredContender, metric: Metric): number[] {
  return launches.flatMap(launch => launchMeanNs(launch, metric) ?? []).map(Math.log)
}

export function namesOf({ name, targetIds }: NamedSuite, base: ContenderPlan, head: ContenderPlan) {
  return {
    suite: name,
    case: head.caseId,
    baseCase: base.caseId,
    params: head.params,
    base: targetIds[base.target] ?? '',
    head: targetIds[head.target] ?? '',
  }
}
