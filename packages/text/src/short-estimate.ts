import type { EstimateRecord } from '@steelyard/record'
import { type EstimateText, fromTo, magnitude } from './format.ts'

const MOST_DIGITS = 4
const WIDEST_PERCENT = 999
/** More, rounded up, would be no time at all. */
const MOST_FASTER = 0.99

/**
 * Returns an estimate in the one form that every matrix uses: the value to the digit that its half-width begins at, and the
 * half-width in percent, symmetric in log: `0.48` and `±4 %`.
 */
export function shortEstimate(ratio: EstimateRecord): EstimateText {
  const half = Math.sqrt(ratio.upper / ratio.lower) - 1
  return { value: shortValue(ratio.value, half), interval: `±${halfText(half)}` }
}

function shortValue(value: number, half: number): string {
  const size = magnitude(value)
  const least = Math.max(0, 1 - size)
  const wanted = half > 0 && Number.isFinite(half) ? -magnitude(value * half) : least
  return value.toFixed(Math.min(Math.max(wanted, least), Math.max(least, MOST_DIGITS - 1 - size)))
}

function halfText(half: number): string {
  const percent = 100 * half
  if (!(percent <= WIDEST_PERCENT)) return `>${WIDEST_PERCENT} %`
  if (percent >= 0.95) return `${percent.toFixed(0)} %`
  return percent >= 0.095 ? `${percent.toFixed(1)} %` : '<0.1 %'
}

/**
 * Returns what the interval of a ratio says, its ends rounded away from each other: `at most 5 % either way`, `8 % faster to
 * 4 % slower`, `1 to 4 % slower`, `5.0 to 5.5×`.
 */
export function knownRange({ lower, upper }: Pick<EstimateRecord, 'lower' | 'upper'>): string {
  if (!(lower > 0 && Number.isFinite(upper))) return 'nothing yet'
  if (lower < 1 && upper > 1) return eitherWay(1 - lower, upper - 1)
  if (upper > 2 || lower < 0.5) {
    return `${fromTo([twoDigits(lower, Math.floor), twoDigits(upper, Math.ceil)])}×`
  }
  const [near, far] = lower >= 1 ? [lower - 1, upper - 1] : [1 - upper, 1 - lower]
  return `${percentBy(near, Math.floor)} to ${outward(far)} % ${lower >= 1 ? 'slower' : 'faster'}`
}

/** Returns ends of ratios to two digits: `0.47 to 0.70`; one of them where both read the same. */
export function rangeText(lower: number, upper: number): string {
  return fromTo([twoDigits(lower), twoDigits(upper)])
}

function eitherWay(faster: number, slower: number): string {
  const [least, most] = [Math.min(faster, slower), Math.max(faster, slower)]
  if (most <= MOST_FASTER && most <= 2 * least) return `at most ${outward(most)} % either way`
  const fastest =
    faster <= MOST_FASTER ? `${outward(faster)} % faster` : `${twoDigits(1 - faster, Math.floor)}×`
  const slowest = slower < 1 ? `${outward(slower)} % slower` : `${twoDigits(1 + slower, Math.ceil)}×`
  return `${fastest} to ${slowest}`
}

function twoDigits(value: number, round: (value: number) => number = Math.round): string {
  const digits = Math.max(0, 1 - magnitude(value))
  // What floating point puts just beyond two digits has two.
  return (round(Number((value * 10 ** digits).toPrecision(9))) / 10 ** digits).toFixed(digits)
}

function outward(share: number): string {
  return percentBy(share, Math.ceil)
}

/** Whole percent from one on, below it tenths. */
function percentBy(share: number, round: (value: number) => number): string {
  // What is a whole percent but for its last bit is one.
  const percent = Number((100 * share).toPrecision(9))
  return String(percent >= 1 ? round(percent) : round(percent * 10) / 10)
}
