import { checkBetween, checkFinite, checkPositive } from '../descriptive/check-number.ts'
import { lacksVariance, mean, standardError, sum } from '../descriptive/moments.ts'
import { studentQuantile } from '../distributions/student-t.ts'
import { holm } from '../verdict/holm.ts'
import { pValueOfAll } from '../verdict/interval-null-test.ts'
import { launchQuantile } from './estimate.ts'

const ALPHA = 0.05

/**
 * Bounds the bias between equal contenders (A/A) from their log ratios: a list per pair, a number per launch.
 *
 * A bias of the method is common to all pairs, so they are pooled, weighted by the inverse of the squared standard
 * errors (Cochran 1954), whose own error widens the interval by 1 + 4 Σ w (1 − w) ÷ df with the
 * weights scaled to sum to 1 (Meier 1953). Each end of the 90 % Student t interval bounds the bias on its side with
 * 95 % confidence, and the farther one is the bound. Where a pair alone differs from 1 beyond chance, its own estimate
 * is the bound if that is larger. Null under three launches in a pair, or where a clock too coarse leaves no variance;
 * RangeError if a log is not finite.
 */
export function biasBound(cells: readonly (readonly number[])[]) {
  checkFinite('log ratios', cells.flat())
  if (!haveLaunches(cells, 3)) return null
  return boundOf(cells, cells.flat().length - cells.length, launches => launches - 1)
}

/** With fewer launches a pair's weight is too uncertain for the bound of few pairs. */
const FEWEST_LAUNCHES_OF_FEW = 5

/**
 * Bounds the bias of the few pairs of one kind of work. The bound above holds there in only 90 to 95 % of cases where a
 * pair has 4 to 11 launches, since the weights are estimated from few launches too. Therefore the quantile is that of
 * the pair with the fewest launches, and Meier's term divides by two less. Each is conservative, and together they hold
 * in 95 %. Null under five launches in a pair.
 */
export function biasBoundOfFew(cells: readonly (readonly number[])[]) {
  checkFinite('log ratios', cells.flat())
  if (!haveLaunches(cells, FEWEST_LAUNCHES_OF_FEW)) return null
  const df = Math.min(...cells.map(({ length }) => length - 1))
  return boundOf(cells, df, launches => launches - 3)
}

function haveLaunches(cells: readonly (readonly number[])[], fewest: number): boolean {
  return cells.length > 0 && cells.every(cell => cell.length >= fewest && !lacksVariance(cell))
}

function boundOf(
  cells: readonly (readonly number[])[],
  df: number,
  dfOfWeight: (launches: number) => number,
) {
  const precisions = cells.map(cell => standardError(cell) ** -2)
  const total = sum(precisions)
  const weights = precisions.map(precision => precision / total)
  const pooled = sum(weights.map((weight, index) => weight * mean(cells[index] ?? [])))
  const unknown = sum(
    weights.map((weight, index) => (weight * (1 - weight)) / dfOfWeight(cells[index]?.length ?? 0)),
  )
  const reach = studentQuantile(1 - ALPHA, df) * Math.sqrt((1 + 4 * unknown) / total)
  const adjusted = holm(cells.map(cell => pValueOfAll(cell, 0) ?? 1))
  const differing = cells.flatMap((_, index) => ((adjusted[index] ?? 1) < ALPHA ? [index] : []))
  const ofCells = differing.map(index => Math.abs(mean(cells[index] ?? [])))
  return {
    /** Mean ratio (exp of the mean log) over all pairs; 1 without bias. */
    ratio: Math.exp(pooled),
    /** Upper bound of the bias's size, as a fraction, with 95 % confidence. */
    bound: Math.expm1(Math.max(Math.abs(pooled) + reach, ...ofCells)),
    /** Indices of the cells that differ from 1 beyond chance (Holm, 5 %). */
    differing,
  }
}

interface PowerInputs {
  /** Standard deviation of the log ratio between launches, 0 or more. */
  readonly launchSd: number
  /** From the start of a launch to the start of the next. Nanoseconds, greater than 0. */
  readonly launchNs: number
  /** β as a fraction. */
  readonly biasAllowance: number
  readonly timeNs: number
  readonly minimumLaunches: number
}

const POWER = 0.95

/**
 * Returns the smallest difference, as a fraction, that a run of `timeNs` detects beyond the bias allowance with 95 %
 * power; null where the time has too few launches for a verdict.
 *
 * The interval must end beyond the allowance: allowance + (quantile of the interval + quantile of the power) × standard
 * error (Cohen 1988, section 2.4, with Student's t for the normal).
 */
export function smallestDifference(inputs: PowerInputs): number | null {
  const { launchSd, launchNs, biasAllowance, timeNs, minimumLaunches } = inputs
  checkBetween('the standard deviation', launchSd, 0, Number.MAX_VALUE)
  checkPositive('the time of a launch', launchNs)
  const launches = Math.floor(timeNs / launchNs)
  if (launches < Math.max(2, minimumLaunches)) return null
  const quantiles = launchQuantile(launches - 1) + studentQuantile(POWER, launches - 1)
  return Math.expm1(Math.log1p(biasAllowance) + (quantiles * launchSd) / Math.sqrt(launches))
}
