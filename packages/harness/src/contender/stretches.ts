import { max, min } from '../intrinsics.ts'
import type { Clock, Ticks } from './clock.ts'

/** What is known of the stretches that a case with a loop of its own times, one from each start of its clock to the stop. */
export interface Stretches {
  /** Whether they are short for a clock that moves in ticks: its edges are counted then, and not awaited. */
  areShort: boolean
  /** Batches in which edges were counted. */
  counted: number
  /** What a reading of the ticking clock takes; null until it is needed. */
  readingNs: number | null
}

/** What starts and stops a watch in one batch. */
export type Reader = Pick<Clock, 'start' | 'stop' | 'spentNs'>

/** In ticks. To begin on an edge and to find how far off the next one is takes two or three, for every stretch. */
const SHORT_TICKS = 5

const READINGS = 4

/** Multiples of it, modulo 1, fill the tick evenly. */
const GOLDEN_RATIO = 0.6180339887498949

export function newStretches(): Stretches {
  return { areShort: false, counted: 0, readingNs: null }
}

/**
 * Returns what reads the clock in the next batch. Where the stretches are short and the clock ticks, each of them counts
 * the edges that fall into it: as many as its length in ticks on average, since every batch begins at another phase of
 * the tick. A batch errs by some ticks then, in either direction, and takes two more of them at most.
 */
export function readerOf(clock: Clock, stretches: Stretches): Reader {
  const { ticks } = clock
  if (ticks === undefined || !stretches.areShort) return clock
  const readingNs = readingOf(ticks, stretches)
  clock.start()
  passReadings(ticks, (((stretches.counted++ * GOLDEN_RATIO) % 1) * ticks.lengthNs) / readingNs)
  return { start: ticks.now, stop: ticks.now, spentNs: 0 }
}

/** Keeps what the batch shows, and returns its time without what the readings of counted edges took. */
export function afterBatch(
  { ticks }: Clock,
  stretches: Stretches,
  { durationNs, starts }: { readonly durationNs: number; readonly starts: number },
): number {
  if (ticks === undefined || starts === 0) return durationNs
  const wereShort = stretches.areShort
  stretches.areShort = starts > 1 && durationNs / starts < SHORT_TICKS * ticks.lengthNs
  return wereShort ? max(0, durationNs - starts * readingOf(ticks, stretches)) : durationNs
}

/** The shortest of a few: whatever else runs makes them longer. */
function readingOf(ticks: Ticks, stretches: Stretches): number {
  if (stretches.readingNs !== null) return stretches.readingNs
  let readingNs = ticks.readingNs()
  for (let i = 1; i < READINGS; i++) readingNs = min(readingNs, ticks.readingNs())
  stretches.readingNs = readingNs
  return readingNs
}

function passReadings({ now }: Ticks, count: number): void {
  for (let i = 0; i < count; i++) if (now() < 0) return
}
