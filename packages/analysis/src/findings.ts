import type { MeasuredContender, NamedSuite, Preparation, RunOptions } from '@steelyard/measure'
import { biasAllowanceOf, otherTimers, wantedLooks } from '@steelyard/measure'
import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import { type EarlyEnd, median, type Rules } from '@steelyard/stats'
import { agreementsOf } from './agreement.ts'
import { attributionsOf } from './attributions.ts'
import { causesOf, profilesOf } from './causes/profiles.ts'
import { comparisonsOf } from './comparisons.ts'
import { resultsOf } from './results.ts'
import { timerComparisonsOf, timerRecord, timerResultsOf } from './timer-results.ts'

/** What a run found, as the record has it. */
export type Findings = Pick<
  RunRecord,
  'results' | 'comparisons' | 'attributions' | 'timers' | 'agreements' | 'profiles' | 'causes'
> & {
  /** What the channel of each target costs. */
  readonly channels: readonly ReturnType<typeof channelOf>[]
}

export function findingsOf(
  suites: readonly NamedSuite[],
  calibration: Preparation['calibration'],
  options: RunOptions,
  earlyEnd: EarlyEnd | null,
  otherRows = 0,
): Findings {
  const { compare } = options.selection
  const { metric, timers } = options.rules
  const contenders = suites.flatMap(({ measured }) => measured.contenders)
  const results = suites.flatMap(({ name, plan, measured, targetIds }) => [
    ...resultsOf(name, plan, measured, targetIds),
    ...timerResultsOf(name, measured.timed ?? [], targetIds),
  ])
  const comparisons = comparedBy(suites, calibration, options, earlyEnd, otherRows)
  const profiles = suites.flatMap(profilesOf)
  return {
    channels: (suites[0]?.targetIds ?? []).map((_, target) => channelOf(contenders, target)),
    results,
    comparisons,
    profiles,
    causes: causesOf(comparisons, results, profiles),
    attributions: compare === null ? [] : suites.flatMap(suite => attributionsOf(suite, compare, metric)),
    timers: otherTimers(timers).map(timerRecord),
    agreements: timers.includes('steelyard') ? agreementsOf(results, earlyEnd) : [],
  }
}

/**
 * Returns every comparison of what was measured, by the rules of the command; where the run was ended early, verdicts are
 * those of the last complete looks. `otherRows` are comparisons of suites that were planned and not begun.
 */
export function comparedBy(
  suites: readonly NamedSuite[],
  calibration: Preparation['calibration'],
  options: RunOptions,
  earlyEnd: EarlyEnd | null,
  otherRows = 0,
): ComparisonRecord[] {
  const rules = rulesOf(options, calibration)
  const { timers, metric } = options.rules
  // The calibration is of wall time.
  const own = metric === 'wall' ? calibration : null
  const biasSource = own === null ? 'assumed' : 'measured'
  if (otherTimers(timers).length === 0) {
    const allowances = own?.bias.kinds ?? []
    return comparisonsOf(suites, metric, { ...rules, earlyEnd, otherRows }, biasSource, allowances)
  }
  // Next to Steelyard's own times, the others are compared with these.
  if (timers.includes('steelyard')) return []
  return suites.flatMap(suite => timerComparisonsOf(suite, rules, biasSource))
}

/** Returns the rules that verdicts go by; when a suite looks at its comparisons stands with what was measured of it. */
export function rulesOf(options: RunOptions, calibration: Preparation['calibration']): Rules {
  return {
    threshold: options.rules.threshold,
    biasAllowance: biasAllowanceOf(calibration, options.rules.metric),
    minimumLaunches: options.time.stopping?.minimumLaunches ?? wantedLooks(options.selection.compare).planned,
    quick: options.time.quick,
  }
}

/** The median null batch over all launches of a target. */
export function channelOf(contenders: readonly MeasuredContender[], target: number) {
  const nulls = contenders
    .filter(({ plan }) => plan.target === target)
    .flatMap(({ launches }) => launches.map(({ nullBatch }) => nullBatch))
  const cpu = nulls.flatMap(({ cpuNs }) => cpuNs ?? [])
  return {
    channelCostNs: nulls.length > 0 ? median(nulls.map(({ hostNs }) => hostNs)) : 0,
    channelCpuNs: cpu.length > 0 ? median(cpu) : null,
  }
}
