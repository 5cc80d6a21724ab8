import { median } from '../descriptive/quantile.ts'

/** Sleeps of a meter, each to a moment after the wake-up before: parallel arrays, nanoseconds on one clock. */
export interface MeterWakes {
  readonly dueNs: ArrayLike<number>
  readonly wokeNs: ArrayLike<number>
  /** The part of the time from due to woke that it waited behind other threads. */
  readonly queuedNs: ArrayLike<number>
}

/** How late a meter wakes on a core that does not stand still. Nanoseconds. */
export interface Lateness {
  /** The median. */
  readonly ordinaryNs: number
  /** What is later than this was stalled. */
  readonly thresholdNs: number
}

/** On a two-core virtual machine 999 of 1000 wake-ups were less than six times as late as the median. */
const ORDINARY_TIMES = 6

/** Less than this of the time hardly widens a ratio: no window is watched for it, and no verdict reads a ratio without it. */
export const LEAST_STALLED_SHARE = 0.005

/** Shorter pauses are the kernel's own, of interrupts. */
const SHORTEST_NS = 50_000

/** With fewer wake-ups the ordinary lateness is unknown. */
const FEWEST_WAKES = 20

/** Returns what is ordinary for the wake-ups themselves; null where they are too few. */
export function latenessOf(wakes: MeterWakes): Lateness | null {
  if (wakes.dueNs.length < FEWEST_WAKES) return null
  const ordinaryNs = Math.max(0, median(Array.from(wakes.dueNs, (_, wake) => latenessAt(wakes, wake))))
  return { ordinaryNs, thresholdNs: Math.max(SHORTEST_NS, ORDINARY_TIMES * ordinaryNs) }
}

/**
 * Returns the stretches in which the core stood still, in order and without overlap. Each lasts from the moment that a
 * wake-up was due until it came, less the ordinary lateness and the wait behind other threads. The part of a stall
 * before that moment is not observed, and not claimed: half a sleep on average.
 */
export function stallsOf(wakes: MeterWakes, { ordinaryNs, thresholdNs }: Lateness): Span[] {
  return Array.from(wakes.dueNs).flatMap((startNs, wake) => {
    const lateNs = latenessAt(wakes, wake)
    return lateNs <= thresholdNs ? [] : [{ startNs, endNs: startNs + lateNs - ordinaryNs }]
  })
}

/** A thread that waits for its core stands behind others at the end of its sleep, not at the beginning. */
function latenessAt({ dueNs, wokeNs, queuedNs }: MeterWakes, wake: number): number {
  return (wokeNs[wake] ?? 0) - (dueNs[wake] ?? 0) - (queuedNs[wake] ?? 0)
}

/** A stretch of time: nanoseconds on one clock, the end not before the start. */
export interface Span {
  readonly startNs: number
  readonly endNs: number
}
