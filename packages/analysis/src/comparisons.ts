import type { MeasuredContender, MeasuredLaunch, NamedSuite } from '@steelyard/measure'
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
  launchMeanNs,
  looksAt,
  type Metric,
  mean,
  type Rules,
  ratioFromLogs,
  unpairedRatio,
} from '@steelyard/stats'
import { candidateOf, type LaunchPair, uncontendedRatio } from './candidate.ts'
import { type BiasAllowances, type KnownBias, knownBias } from './kind-of-work.ts'
import { isRejected, isUnsure } from './rejection.ts'
import { isGeneratorBound } from './server-results.ts'
import { sharingOf, usesOf } from './sharing.ts'
import { type Candidates, candidatesOf, guarded } from './stated.ts'
import { INDIRECT_ALLOWANCE, throughBaselines } from './through-baseline.ts'

const OTHER_CLOCK = { wall: 'cpu', cpu: 'wall' } as const

/** A pair that shared no launches gets no verdict. */
const UNPAIRED = { paired: false, verdict: null, reason: 'unpaired' } as const

/** Two contenders of a suite that are compared. */
export interface Pair {
  readonly suite: NamedSuite
  readonly base: MeasuredContender
  readonly head: MeasuredContender
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
  const bias = (pair: Pair): KnownBias => knownBias(pair, allowances)
  const common = (pair: Pair) => ({
    ...BLANK_COMPARISON,
    ...namesOf(pair),
    ...fixed(metric, { ...rules, ...bias(pair).ofRules }, biasSource),
    ...bias(pair).ofRecord,
  })
  const controls = new Map(
    suites
      .flatMap(controlPairsOf)
      .map(pair => [pair.base, controlsOf(pair, metric, { ...rules, ...bias(pair).ofRules })]),
  )
  const { indirect, open } = throughBaselines(suites, metric, sharedLaunches)
  const { judged, decisions } = judgePairs(
    suites.flatMap(pairsOf).map(pair => ({
      ...{ pair, controls: controls.get(pair.base), ofRules: bias(pair).ofRules },
      ...candidatesOf(
        sharedLaunches(pair),
        metric,
        pair.suite.measured.looks?.first ?? rules.minimumLaunches,
      ),
    })),
    indirect.map(({ candidate, baselines }) => ({
      ...candidate,
      controlFailed: baselines.some(one => controls.get(one)?.timed.passed === false),
    })),
    metric,
    rules,
    usesOf(suites.flatMap(({ measured }) => measured.contenders.flatMap(({ launches }) => launches))),
  )
  const isJudged = ({ base, head }: Pair) =>
    judged.some(({ pair }) => base === pair.base && head === pair.head)
  const through = indirect.flatMap(({ pair, baseline, baselines }, index): ComparisonRecord[] => {
    const decision = decisions[index]
    if (!decision?.ratio) return []
    const { ratio, medianRatio } = decision
    const judgement = judgementOf(pair, decision, metric, baselines)
    const allowance = { biasAllowance: INDIRECT_ALLOWANCE }
    return [
      { ...common(pair), ...allowance, paired: false, ratio, medianRatio, ...judgement, through: baseline },
    ]
  })
  const isThrough = ({ base, head }: Pair) =>
    indirect.some(({ pair }) => base === pair.base && head === pair.head)
  const shown = suites.flatMap(unpairedPairsOf).flatMap((pair): ComparisonRecord[] => {
    if (isJudged(pair) || isThrough(pair)) return []
    const ratio = unpairedRatio(logMeans(pair.head, metric), logMeans(pair.base, metric))
    return ratio === null ? [] : [{ ...common(pair), ratio, ...UNPAIRED }]
  })
  const direct = judged.map(({ pair, fields, candidate }) => {
    const warnings = [
      ...lookWarnings(fields, candidate, rules.threshold),
      ...(isAcross(pair) ? (open.get(pair.head) ?? []) : []),
    ]
    return { ...common(pair), paired: true, ...fields, warnings: warnings.map(warningRecord) }
  })
  return [...direct, ...through, ...shown]
}

interface PairToJudge extends Candidates {
  readonly pair: Pair
  readonly controls: Controls | undefined
  readonly ofRules: KnownBias['ofRules']
}

/**
 * Returns what the rules say of each pair that has a ratio: as timed, and without stalls where that is stated. The decisions
 * on indirect comparisons stand in their order.
 */
function judgePairs(
  pairs: readonly PairToJudge[],
  indirect: readonly Candidate[],
  metric: Metric,
  rules: Rules,
  uses: ReturnType<typeof usesOf>,
) {
  const ofTimes = decide(
    [
      ...pairs.map(({ pair, timed, controls, ofRules }) => ({
        ...{ ...timed, ...ofRules, ...looksOf(pair) },
        controlFailed: controls?.timed.passed === false,
      })),
      ...indirect,
    ],
    rules,
  )
  const stated = decide(
    [
      ...pairs.map(({ pair, timed, corrected, controls, ofRules }) => ({
        ...{ ...(corrected ?? timed), ...ofRules, ...looksOf(pair) },
        controlFailed: controls?.stated.passed === false,
      })),
      ...indirect,
    ],
    rules,
  )
  const judged = pairs.flatMap(({ pair, timed, corrected, without, controls, ofRules }, index) => {
    const [decision, ofStated] = [ofTimes[index], stated[index]]
    if (!decision?.ratio || !ofStated) return []
    const shared = sharedLaunches(pair)
    const sharing = sharingOf(shared, metric, uses)
    const asTimed = {
      ratio: decision.ratio,
      ...judgementOf(pair, decision, metric),
      control: controls?.timed ?? null,
    }
    const withoutStalls = without?.record ?? null
    const plan = looksOf(pair).looks ?? null
    const fields = {
      medianRatio: decision.medianRatio,
      uncontendedRatio: uncontendedRatio(shared, metric),
      ...{ withoutStalls, sharing },
      otherClockRatio: ratioFromLogs(candidateOf(shared, OTHER_CLOCK[metric]).logRatios),
      lookPlan: plan,
      stop: stopOf(pair.suite, shared),
      looks: plan === null ? [] : looksAt({ ...(corrected ?? timed), ...ofRules, ...looksOf(pair) }, rules),
      ...(corrected && without
        ? {
            // Where void launches leave no ratio, the ratio as timed is left.
            ratio: without.record.ratio ?? decision.ratio,
            ...judgementOf(pair, guarded(ofStated, decision, without, rules.threshold), metric),
            ...{ control: controls?.stated ?? null, asTimed },
          }
        : { ...asTimed, asTimed: null }),
    }
    return [{ pair, fields, candidate: corrected ?? timed }]
  })
  return { judged, decisions: ofTimes.slice(pairs.length) }
}

/** Why the group that two share got no more launches. */
function stopOf({ measured }: NamedSuite, [first]: readonly SharedLaunch[]): ComparisonRecord['stop'] {
  return (first && measured.stops?.[first.head.group]) ?? null
}

function isAcross({ base, head }: Pair): boolean {
  return base.plan.target !== head.plan.target
}

/** What a reader must know of a verdict that a planned look gave. */
function lookWarnings(
  { verdict, look }: Pick<ComparisonRecord, 'verdict' | 'look'>,
  { logRatios }: Candidate,
  threshold: number,
): ComparisonWarning[] {
  if (look === null || (verdict !== 'faster' && verdict !== 'slower')) return []
  const center = (verdict === 'slower' ? 1 : -1) * mean(logRatios)
  return [
    ...(hasTwoKinds(logRatios) ? [{ code: 'two-kinds' } as const] : []),
    ...(center <= Math.log1p(threshold) ? [{ code: 'later-launches-differ', look } as const] : []),
  ]
}

function looksOf({ suite: { measured } }: Pair): Pick<Candidate, 'looks'> {
  return measured.looks ? { looks: measured.looks } : {}
}

/** A copy of a base against the base, as timed and as it is stated. */
interface Controls {
  readonly timed: ControlRecord
  readonly stated: ControlRecord
}

/** Compares a copy of a base with the base: a difference beyond the bias allowance has no cause in the code. */
function controlsOf(pair: Pair, metric: Metric, rules: Rules): Controls {
  const { timed, corrected } = candidatesOf(sharedLaunches(pair), metric, rules.minimumLaunches)
  const controlOf = (candidate: Candidate): ControlRecord => {
    const [decision] = decide([candidate], { ...rules, quick: false })
    const { ratio = null, pValue = null } = decision ?? {}
    return { ratio, pValue, passed: pValue !== null && pValue >= (rules.alpha ?? DEFAULT_ALPHA) }
  }
  return { timed: controlOf(timed), stated: controlOf(corrected ?? timed) }
}

/** @param baselines contenders through which the two are compared */
function judgementOf(
  { head, base }: Pair,
  decision: Decision,
  metric: Metric,
  baselines: readonly MeasuredContender[] = [],
): Omit<TimedJudgementRecord, 'ratio' | 'control'> {
  const { pValue, adjustedPValue, inTail, look } = decision
  const numbers = { pValue, adjustedPValue, inTail, look }
  // A side that is lost half-way may be lost for a reason related to its time. What a look found before stays.
  const lost = head.lost ?? base.lost
  if (lost !== null && decision.verdict !== null && look === null) {
    return { ...numbers, verdict: 'inconclusive', reason: `lost: ${lost.failure}` }
  }
  if (decision.verdict !== null && [base, head, ...baselines].some(one => isUnsure(one, metric))) {
    return { ...numbers, verdict: 'inconclusive', reason: 'clocks disagree' }
  }
  if (metric === 'wall' && decision.verdict !== null && isHidden(decision.verdict, { base, head })) {
    return { ...numbers, verdict: 'inconclusive', reason: 'generator-bound' }
  }
  return { ...numbers, verdict: decision.verdict, reason: decision.reason }
}

/**
 * Whether a verdict on wall time could be another without the limit of the load generator. A server at that limit takes
 * less time than was seen: that it is the faster one stays true.
 */
function isHidden(verdict: Verdict, { base, head }: Pick<Pair, 'base' | 'head'>): boolean {
  const [isBaseBound, isHeadBound] = [isGeneratorBound(base), isGeneratorBound(head)]
  if (verdict === 'slower') return isHeadBound
  if (verdict === 'faster') return isBaseBound
  return isBaseBound || isHeadBound
}

/** Per group the first contender against each of the others: what shared launches. */
function pairsOf(suite: NamedSuite): Pair[] {
  return sharedPairsOf(suite).filter(({ head }) => !head.plan.isControl)
}

/** Every base and its copy. */
function controlPairsOf(suite: NamedSuite): Pair[] {
  return sharedPairsOf(suite).filter(({ head }) => head.plan.isControl)
}

/** Each pair once, in however many groups it stands. */
function sharedPairsOf(suite: NamedSuite): Pair[] {
  const pairs = suite.measured.groups.flatMap(([base, ...heads]) =>
    base ? heads.map(head => ({ suite, base, head })) : [],
  )
  return Array.from(Map.groupBy(pairs, ({ head }) => head).values()).flatMap(own => [
    ...new Map(own.map(pair => [pair.base, pair])).values(),
  ])
}

/** A launch that both sides of a pair were in. */
export interface SharedLaunch extends LaunchPair {
  readonly head: MeasuredLaunch
  readonly base: MeasuredLaunch
}

/** A pair with the launches it shared. */
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

/** Invalid times are not ranked; the pair stays in its family, which was fixed before. */
export function sharedLaunches({ base, head }: Pick<Pair, 'base' | 'head'>): SharedLaunch[] {
  if (isRejected(base) || isRejected(head)) return []
  return head.launches.flatMap(launch => {
    const other = base.launches.find(
      ({ group, launch: number }) => group === launch.group && number === launch.launch,
    )
    return other ? [{ head: launch, base: other }] : []
  })
}

/**
 * Returns the logarithm of head ÷ base of each launch that both shared; none where the times of one are invalid, or clocks
 * disagree about them.
 */
export function sharedLogRatios(pair: Pick<Pair, 'base' | 'head'>, metric: Metric): readonly number[] {
  if (isUnsure(pair.base, metric) || isUnsure(pair.head, metric)) return []
  return candidateOf(sharedLaunches(pair), metric).logRatios
}

function logMeans({ launches }: MeasuredContender, metric: Metric): number[] {
  return launches.flatMap(launch => {
    const meanNs = launchMeanNs(launch, metric)
    return meanNs === null ? [] : [Math.log(meanNs)]
  })
}

function namesOf({ suite, base, head }: Pair) {
  return {
    suite: suite.name,
    case: head.plan.caseId,
    baseCase: base.plan.caseId,
    params: head.plan.params,
    base: suite.targetIds[base.plan.target] ?? '',
    head: suite.targetIds[head.plan.target] ?? '',
  }
}

function fixed(metric: Metric, { threshold, biasAllowance }: Rules, biasSource: 'measured' | 'assumed') {
  return { metric, threshold, biasAllowance, biasSource }
}
