import { lacksVariance, mean, standardDeviation } from '../descriptive/moments.ts'
import { studentQuantile } from '../distributions/student-t.ts'
import { type Estimate, LEVEL, launchQuantile } from '../intervals/estimate.ts'
import { intervalNullPValue } from '../verdict/interval-null-test.ts'
import type { MachineEstimate } from './machines.ts'
import { estimateTau, type TauEstimate } from './tau.ts'

/** The machines of one `cpuId` together; log ratios. */
export interface CpuEstimate {
  readonly cpuId: string
  /** How many machines count. */
  readonly machines: number
  /** Mean over the machines, each counting the same. */
  readonly logRatio: number
  /** From those of the machines; null where they have none. */
  readonly standardError: number | null
  /** Mean of log(1 + β) of the machines. */
  readonly allowance: number
}

/** The mean over cpuIds, each counting the same, with its Student t interval; log ratios. */
export interface CombinedEstimate {
  readonly logRatio: number
  readonly standardError: number
  /** Number of cpuIds less 1. */
  readonly df: number
  readonly lower: number
  readonly upper: number
  /** Mean of log(1 + β) of the cpuIds: the interval is not widened by it. */
  readonly allowance: number
  /** Two-sided, against a mean within the allowance. */
  readonly pValue: number
}

export interface BetweenCpus {
  /** Of the true effect. What sets installations of one cpuId apart is part of it, as far as their mean is. */
  readonly tau: TauEstimate
  /** Where the effect on a cpuId that was not measured is expected; null under five cpuIds. */
  readonly prediction: PredictionInterval | null
}

/** Returns the machines that count by cpuId, in the order of the first of each. */
export function averageByCpu(machines: readonly MachineEstimate[]): CpuEstimate[] {
  const used = machines.filter(({ isUsed }) => isUsed)
  return [...Map.groupBy(used, ({ cpuId }) => cpuId)].map(([cpuId, alike]) => {
    const errors = alike.flatMap(({ test }) => (test ? [test.standardError] : []))
    return {
      cpuId,
      machines: alike.length,
      logRatio: mean(alike.flatMap(({ logRatio }) => (logRatio === null ? [] : [logRatio]))),
      standardError:
        errors.length < alike.length
          ? null
          : Math.sqrt(mean(errors.map(error => error ** 2))) / Math.sqrt(errors.length),
      allowance: mean(alike.map(({ allowance }) => allowance)),
    }
  })
}

/**
 * Returns the mean over cpuIds with its interval; null under two, or where all agree to the last digit.
 *
 * Equal weights: by precision, the cpuId known best would speak for those that differ from it. The spread between
 * cpuIds holds the errors of sessions and launches too, so the interval also stands where those are not known.
 *
 * @param stoppedOnWidth takes the quantile of runs that stop on precision, as `CombineRules` says
 */
export function combineCpus(cpus: readonly CpuEstimate[], stoppedOnWidth: boolean): CombinedEstimate | null {
  const values = cpus.map(({ logRatio }) => logRatio)
  if (lacksVariance(values)) return null
  const df = values.length - 1
  const logRatio = mean(values)
  const standardError = standardDeviation(values) / Math.sqrt(values.length)
  const reach = standardError * (stoppedOnWidth ? launchQuantile(df) : studentQuantile((1 + LEVEL) / 2, df))
  const allowance = mean(cpus.map(cpu => cpu.allowance))
  const pValue = intervalNullPValue({ mean: logRatio, standardError, df, allowance })
  const ends = { lower: logRatio - reach, upper: logRatio + reach }
  return { logRatio, standardError, df, ...ends, allowance, pValue }
}

/**
 * Returns how far cpuIds lie apart beyond what their errors, of `df` degrees of freedom, explain; null under two, or where
 * an error is not known. The prediction is around the combined estimate.
 */
export function spreadOfCpus(cpus: readonly CpuEstimate[], combined: CombinedEstimate | null, df: number) {
  const variances = cpus.flatMap(({ standardError }) => (standardError === null ? [] : [standardError ** 2]))
  if (cpus.length < 2 || variances.length < cpus.length) return null
  const tau = estimateTau({ values: cpus.map(({ logRatio }) => logRatio), variances }, df)
  return { tau, prediction: combined && predictionInterval(combined, tau, cpus.length) }
}

/** The fewest groups for a statement about groups that were not measured. */
export const GROUPS_FOR_PREDICTION = 5
/** With fewer the interval misses its level, as where τ is small compared with the errors (Partlett and Riley 2017). */
const GROUPS_FOR_GOOD_PREDICTION = 10

/** Where the true value of a group that was not seen is expected; log ratios. */
export interface PredictionInterval extends Pick<Estimate, 'lower' | 'upper'> {
  /** Under ten groups, or where their errors hide τ, it covers down to 83 % (docs/lab-notes.md). */
  readonly isApproximate: boolean
}

/**
 * Returns log ratio ± t √(τ² + standard error²) with groups − 2 degrees of freedom (Higgins, Thompson and Spiegelhalter
 * 2009, equation 12); null under five groups. τ is known to be above 0 where its interval does not begin there.
 */
export function predictionInterval(
  { logRatio, standardError }: Pick<CombinedEstimate, 'logRatio' | 'standardError'>,
  tau: TauEstimate,
  groups: number,
): PredictionInterval | null {
  if (groups < GROUPS_FOR_PREDICTION) return null
  const reach = studentQuantile((1 + LEVEL) / 2, groups - 2) * Math.sqrt(tau.value ** 2 + standardError ** 2)
  const isApproximate = groups < GROUPS_FOR_GOOD_PREDICTION || tau.lower <= 0
  return { lower: logRatio - reach, upper: logRatio + reach, isApproximate }
}
