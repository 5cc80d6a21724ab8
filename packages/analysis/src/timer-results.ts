import type { NamedSuite, TimedContender } from '@steelyard/measure'
import {
  BLANK_COMPARISON,
  BLANK_RESULT,
  type ComparisonRecord,
  type ResultRecord,
  type ResultWarning,
  type TimerRecord,
  warningRecord,
} from '@steelyard/record'
import { estimateFromLaunches, type Rules, unpairedRatio } from '@steelyard/stats'
import type { Timer } from '@steelyard/timers'
import { namesOf } from './comparisons.ts'
import { outcomeOf, unsupportedOutcome } from './results.ts'

export function timerRecord({ name, version, headline }: Timer): TimerRecord {
  return { name, version, headline }
}

/** Returns a result for every contender that a timer was asked for, timed or not. */
export function timerResultsOf(
  suite: string,
  timed: readonly TimedContender[],
  targetIds: readonly string[],
): ResultRecord[] {
  return timed.map(contender => {
    const { plan, timer, timings } = contender
    const target = targetIds[plan.target] ?? ''
    return {
      ...BLANK_RESULT,
      suite,
      case: plan.caseId,
      params: plan.params,
      target,
      timer: timer.name,
      ...(contender.unsupported === null
        ? outcomeOf(contender.lost, timings.length > 0)
        : unsupportedOutcome(contender.unsupported)),
      wallNs: estimateFromLaunches(headlinesOf(contender)),
      cpuNs: null,
      timings,
      warnings: warningsOf(contender).map(warningRecord),
    }
  })
}

/** Returns each contender's ratio to the base of its row of the plan. No two shared a launch. */
export function timerComparisonsOf(
  suite: NamedSuite,
  { threshold, biasAllowance }: Pick<Rules, 'threshold' | 'biasAllowance'>,
  biasSource: ComparisonRecord['biasSource'],
): ComparisonRecord[] {
  const { by, baseline } = suite.plan
  const { timed = [] } = suite.measured
  return timed.flatMap((head): ComparisonRecord[] => {
    const base = timed.find(({ plan, timer, unsupported }) => {
      if (timer !== head.timer || unsupported !== null || plan.params !== head.plan.params) return false
      return by === 'cases'
        ? plan.target === head.plan.target && plan.caseId === baseline
        : plan.caseId === head.plan.caseId
    })
    if (base === undefined || base === head) return []
    const ratio = unpairedRatio(logsOf(head), logsOf(base))
    if (ratio === null) return []
    return [
      {
        ...BLANK_COMPARISON,
        ...namesOf(suite, base.plan, head.plan),
        metric: 'wall',
        paired: false,
        ratio,
        ...{ threshold, biasAllowance, biasSource },
        verdict: null,
        reason: 'unpaired',
      },
    ]
  })
}

/** A timer that takes its own cost out can be left with nothing, which has no logarithm. */
function headlinesOf({ timings }: TimedContender): number[] {
  return timings.flatMap(({ headlineNs }) => (headlineNs > 0 ? [headlineNs] : []))
}

function logsOf(contender: TimedContender): number[] {
  return headlinesOf(contender).map(Math.log)
}

function warningsOf(contender: TimedContender): ResultWarning[] {
  const { timings, timer, lost } = contender
  const of = timings.length
  const empty = of - headlinesOf(contender).length
  const warnings: ResultWarning[] = []
  if (empty > 0) warnings.push({ code: 'zero-headline', timer: timer.name, launches: empty, of })
  if (of === 1) warnings.push({ code: 'one-launch' })
  if (lost !== null && of > 0) warnings.push({ code: 'lost-later', launches: of })
  return warnings
}
