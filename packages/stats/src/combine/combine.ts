import { checkBetween, checkPositive } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { DEFAULT_ALPHA } from '../verdict/decision.ts'
import { holm } from '../verdict/holm.ts'
import {
  type Conclusion,
  conclude,
  concludeUnseen,
  type Evidence,
  type PValues,
  pValuesOf,
  type Unseen,
} from './conclusion.ts'
import { averageByCpu, combineCpus, spreadOfCpus } from './cpus.ts'
import { estimateMachines, type Machine } from './machines.ts'

/** Rules by which a family of comparisons is judged; fixed before the first session. */
export interface CombineRules {
  /** δ, the smallest difference that matters, greater than 0: 0.01 is a ratio of 1.01, or of 1 ÷ 1.01. */
  readonly threshold: number
  /** The chance of any false finding of one kind in the family, 0 to 1; 0.05 if absent. */
  readonly alpha?: number
  /**
   * Whether machines were added until the interval was narrow enough (`needsMoreCpus`). Such a set favours machines
   * that happen to agree: the interval takes the wider quantile of runs that stop on precision.
   */
  readonly stoppedOnWidth: boolean
}

/** What the machines of one comparison say together; log ratios, below 0 head takes less time. */
export interface Combination extends Evidence {
  readonly pValues: PValues
  /** p-values after Holm over the family, each kind for itself. */
  readonly adjustedPValues: PValues
  readonly conclusion: Conclusion
  /** The conclusion about machines that were not measured; null where none is allowed. */
  readonly unseen: Unseen | null
}

/**
 * Returns what the machines of each comparison of `family` say together, in its order.
 *
 * The unit is the machine: more sessions make its estimate better and count it once. Machines of one cpuId are averaged
 * first, and cpuIds count the same. Holm corrects over all comparisons, those without an answer too. The order of machines
 * and sessions changes nothing; swapping head and base mirrors everything. RangeError for a number not finite or out of range.
 */
export function combineMachines(
  family: readonly (readonly Machine[])[],
  { threshold, alpha = DEFAULT_ALPHA, stoppedOnWidth }: CombineRules,
): Combination[] {
  checkPositive('the threshold', threshold)
  checkBetween('alpha', alpha, 0, 1)
  const limits = { threshold: Math.log1p(threshold), alpha }
  const evidence = family.map(machines => evidenceOf(machines, stoppedOnWidth))
  const pValues = evidence.map(one => pValuesOf(one, limits.threshold))
  const adjusted = adjustOver(pValues)
  return evidence.map((one, index) => {
    const adjustedPValues = elementAt(adjusted, index)
    const conclusion = conclude(one, adjustedPValues, limits)
    const unseen = concludeUnseen(one, conclusion, adjustedPValues, limits)
    return { ...one, pValues: elementAt(pValues, index), adjustedPValues, conclusion, unseen }
  })
}

function evidenceOf(given: readonly Machine[], stoppedOnWidth: boolean): Evidence {
  const { machines, sessionVariance } = estimateMachines(given)
  const cpus = averageByCpu(machines)
  const combined = combineCpus(cpus, stoppedOnWidth)
  const between = sessionVariance && spreadOfCpus(cpus, combined, sessionVariance.df)
  return { machines, cpus, sessionVariance, combined, between }
}

function adjustOver(family: readonly PValues[]): PValues[] {
  const sameDirection = holm(family.map(pValues => pValues.sameDirection))
  const depends = holm(family.map(pValues => pValues.depends))
  const unseen = holm(family.map(pValues => pValues.unseen))
  return family.map((_, index) => ({
    sameDirection: elementAt(sameDirection, index),
    depends: elementAt(depends, index),
    unseen: elementAt(unseen, index),
  }))
}
