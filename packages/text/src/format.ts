/** The only place where numbers are rounded and units are written. */
import type { EstimateRecord } from '@steelyard/record'

const SIGNIFICANT_DIGITS = 3
const MAX_DIGITS = 4
const LEAST_MAGNITUDE = -19
/** From here on the two sides of an interval differ too much for one number to stand for both. */
const MAX_SYMMETRICAL = 0.2

/** A number that is shown together with its interval; apart, so that a column can line both up. */
export interface EstimateText {
  readonly value: string
  readonly interval: string
}

/** Returns nanoseconds in the unit that suits them, to three digits: `1.23 µs`. */
export function formatDuration(durationNs: number): string {
  const { value, unit } = durationParts(durationNs)
  return `${value} ${unit}`
}

/** Returns what {@link formatDuration} joins, so that a range of durations can name its unit once. */
export function durationParts(durationNs: number): { readonly value: string; readonly unit: string } {
  const { name, ns } = unitOf(durationNs)
  return { value: threeDigits(durationNs / ns), unit: name }
}

/** Returns a time with its interval: `412 µs ±1.2 %`, or `412 µs [250, 680]` where percent would mislead. */
export function formatDurationEstimate(estimateNs: EstimateRecord): string {
  return joined(durationText(estimateNs))
}

/** Returns what {@link formatDurationEstimate} joins. */
export function durationText(estimateNs: EstimateRecord): EstimateText {
  const { value, lower, upper } = estimateNs
  const relative = halfWidth(estimateNs) / value
  if (value > 0 && relative < MAX_SYMMETRICAL) {
    return { value: formatDuration(value), interval: `±${uncertainty(relative)}` }
  }
  const { name, ns } = unitOf(value > 0 ? value : halfWidth(estimateNs))
  const shown = { ...estimateNs, value: value / ns, lower: lower / ns, upper: upper / ns }
  const text = bracketText(shown, decimalsOf(shown))
  return { value: `${text.value} ${name}`, interval: text.interval }
}

/** Returns a ratio with its interval: `1.34× [1.31, 1.37]`, to the digits that the interval bears out. */
export function formatRatio(ratio: EstimateRecord): string {
  return joined(ratioText(ratio))
}

/** Returns what {@link formatRatio} joins. */
export function ratioText(ratio: EstimateRecord): EstimateText {
  const { value, interval } = bracketText(ratio, ratioDecimals(ratio))
  return { value: `${value}×`, interval }
}

/** Returns an instant in UTC, to the minute: `2026-11-25 10:12`. */
export function minuteText(instant: string | Date): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}

/** Returns over how many launches figures are: `4 to 10 launches`. */
export function launchesText(counts: readonly number[]): string {
  if (counts.length === 0) return 'no launches'
  const range = fromTo([Math.min(...counts), Math.max(...counts)].map(String))
  return range === '1' ? '1 launch' : `${range} launches`
}

/** Returns two texts as a range, `4 to 10`; one of them where both read the same. */
export function fromTo([from = '', to = '']: readonly string[]): string {
  return from === to ? from : `${from} to ${to}`
}

/** Returns a fraction as a percentage of two digits, with a third where it is nearly all: 0.01 is `1 %`. */
export function formatPercent(fraction: number): string {
  return `${percentDigits(fraction)} %`
}

/** Returns what {@link formatPercent} puts before the sign. */
export function percentDigits(fraction: number): string {
  const percent = 100 * fraction
  // What is not all must not read as 100 %.
  if (percent >= 99.5 && percent < 100) return String(Math.floor(percent * 10) / 10)
  return String(Math.abs(percent) >= 10 ? Math.round(percent) : Number(percent.toPrecision(2)))
}

/** Returns a size as `8 GiB`, to whole gibibytes from one on. */
export function formatMemory(bytes: number): string {
  const gibibytes = bytes / 2 ** 30
  return gibibytes >= 1 ? `${Math.round(gibibytes)} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`
}

/** Returns a size of any magnitude in binary units, to three digits: `1.23 KiB`; bytes are whole from one on. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB']
  // What rounds to 1024 of a unit is 1.00 of the next.
  const step = bytes < 1 ? 0 : Math.floor(Math.log2(bytes * (1 + 5e-4)) / 10)
  const unit = Math.min(step, units.length - 1)
  const value = bytes / 1024 ** unit
  if (unit > 0) return `${threeDigits(value)} ${units[unit]}`
  return `${value >= 1 ? Math.round(value) : formatCount(value)} B`
}

/** Returns bytes with their interval: `848 B ±1.2 %`, or `848 B [700 B, 996 B]` where a percentage would mislead. */
export function formatBytesEstimate(bytes: EstimateRecord): string {
  const { value, lower, upper } = bytes
  if (lower === 0 && upper === 0) return '0 B'
  const relative = halfWidth(bytes) / value
  if (value > 0 && relative < MAX_SYMMETRICAL) {
    return `${formatBytes(value)} ±${uncertainty(relative)}`
  }
  return `${formatBytes(value)} [${formatBytes(Math.max(0, lower))}, ${formatBytes(upper)}]`
}

/** Returns a number without a unit: whole from 10 on, else to two digits; what is under a hundredth is `<0.01`. */
export function formatCount(value: number): string {
  if (value === 0) return '0'
  if (value < 0.01) return '<0.01'
  return value >= 9.95 ? String(Math.round(value)) : value.toPrecision(2)
}

/** Returns a count with its interval, `1.25 [1.20, 1.30]`, each end as {@link formatCount} has it; `0` where all were 0. */
export function formatCountEstimate({ value, lower, upper }: Omit<EstimateRecord, 'level' | 'n'>): string {
  if (lower === 0 && upper === 0) return '0'
  const decimals = clamp(1 - magnitude(Math.max(upper - value, value - lower) || value), 0, MAX_DIGITS)
  const [shown, from, to] = [value, lower, upper].map(each =>
    each.toFixed(decimals).replace(/^-(0\.?0*)$/, '$1'),
  )
  return `${shown} [${from}, ${to}]`
}

/** Returns a share with its interval, `0.6 % [0.2, 1.3]`; of none or all only the bound that says something. */
export function formatShare({ value, lower, upper }: Omit<EstimateRecord, 'level' | 'n'>): string {
  if (value === 0) return `0 % (under ${formatPercent(upper)})`
  if (value === 1) return `100 % (over ${formatPercent(lower)})`
  return `${formatPercent(value)} [${percentDigits(lower)}, ${percentDigits(upper)}]`
}

function unitOf(durationNs: number): { readonly name: string; readonly ns: number } {
  // What rounds to 1000 of a unit is 1.00 of the next.
  const size = Math.abs(durationNs) * (1 + 5e-4)
  if (size >= 1e9) return { name: 's', ns: 1e9 }
  if (size >= 1e6) return { name: 'ms', ns: 1e6 }
  if (size >= 1e3) return { name: 'µs', ns: 1e3 }
  return { name: 'ns', ns: 1 }
}

function threeDigits(value: number): string {
  const rounded = Number(value.toPrecision(SIGNIFICANT_DIGITS))
  if (rounded === 0) return '0'
  return rounded.toFixed(Math.max(0, SIGNIFICANT_DIGITS - 1 - magnitude(rounded)))
}

/** One decimal below 10 %, so that a column of them lines up. */
function uncertainty(fraction: number): string {
  const percent = 100 * fraction
  if (percent >= 9.95) return `${percent.toFixed(0)} %`
  if (percent >= 0.095 || percent === 0) return `${percent.toFixed(1)} %`
  return percent < 0.005 ? '<0.01 %' : `${percent.toFixed(2)} %`
}

/**
 * Near 1 a half-width that begins with 1 or 2 is shown with two digits, since there it matters on which side
 * of the threshold an end lies; and an end that would read as 1 gets another one, to show its side of 1.
 */
function ratioDecimals(ratio: EstimateRecord): number {
  const decimals = decimalsOf(ratio)
  const half = halfWidth(ratio)
  const isNearOne = ratio.value > 0.9 && ratio.value < 1.1
  const isCoarse = isNearOne && decimals < 3 && half / 10 ** magnitude(half) < 3
  const hidesSide = [ratio.lower, ratio.upper].some(end => end !== 1 && Number(end.toFixed(decimals)) === 1)
  return half > 0 && (isCoarse || hidesSide) && decimals < MAX_DIGITS ? decimals + 1 : decimals
}

/** Decimals that show the half-width with one digit, since more would be noise; of the value at least two digits. */
function decimalsOf(estimate: EstimateRecord): number {
  const half = halfWidth(estimate)
  const size = magnitude(estimate.value)
  const least = estimate.value > 0 ? Math.max(0, 1 - size) : 0
  const wanted = half === 0 ? SIGNIFICANT_DIGITS - 1 - size : -magnitude(half)
  return clamp(wanted, least, Math.max(least, MAX_DIGITS - 1 - size))
}

function bracketText({ value, lower, upper }: EstimateRecord, decimals: number): EstimateText {
  return {
    value: value.toFixed(decimals),
    interval: `[${lower.toFixed(decimals)}, ${upper.toFixed(decimals)}]`,
  }
}

/** The larger side, for an interval that is not symmetrical. */
function halfWidth({ value, lower, upper }: EstimateRecord): number {
  return Math.max(upper - value, value - lower)
}

/** Returns the position of the first digit: 0 for 1 to 9, 2 for 100, -1 for 0.1; of the smallest what `toFixed` can show. */
export function magnitude(value: number): number {
  return value === 0 ? 0 : Math.max(LEAST_MAGNITUDE, Math.floor(Math.log10(Math.abs(value))))
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

export function joined({ value, interval }: EstimateText): string {
  return `${value} ${interval}`.trimEnd()
}

/** Returns how many there are of a thing, the word in the plural unless there is one. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** Returns the first digits of a commit, with what `-dirty` at its end says: `02b0a3c, edited`. */
export function commitText(commit: string, digits = 7): string {
  return `${commit.slice(0, digits)}${commit.endsWith('-dirty') ? ', edited' : ''}`
}
