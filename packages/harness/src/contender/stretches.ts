import { max, min } from '../intrinsics.ts'
import type { WindowCase } from '../suite/adopted-suite.ts'
import type { Clock, Ticks } from './clock.ts'

/** A case whose times would be wrong. */
export class Unmeasurable extends Error {}

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

const TICKING_READINGS = 4
const BLOCKS = 4
const READINGS = 64

/** The largest share of what is timed call by call that reading the clock may take. */
const LARGEST_SHARE = 0.01
/** What is shorter is one of the batches that find out how many iterations make a batch: they grow by what they took. */
export const SHORTEST_BATCH_NS = 1e6

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

/**
 * Keeps what the batch shows, and returns its time without what reading the clock again for every stretch took.
 *
 * @throws Unmeasurable where calls that are timed each are too short for the clock
 */
export function withoutReadings(
  clock: Clock,
  { stretches, timesCalls }: Pick<WindowCase, 'timesCalls'> & { readonly stretches: Stretches },
  { durationNs, starts }: { readonly durationNs: number; readonly starts: number },
): number {
  const { ticks } = clock
  const wereShort = stretches.areShort
  if (ticks && starts > 0) {
    stretches.areShort = starts > 1 && durationNs / starts < SHORT_TICKS * ticks.lengthNs
  }
  // The one reading of a batch of one stretch is in the empty batch too. Edges that were awaited are no part of the time.
  if (ticks ? !wereShort : starts < 2 || durationNs < SHORTEST_BATCH_NS) return durationNs
  const readingsNs = ticks ? starts * readingOf(ticks, stretches) : (starts - 1) * plainReadingNs(clock)
  const share = readingsNs / durationNs
  if (timesCalls && durationNs >= SHORTEST_BATCH_NS && share > LARGEST_SHARE) {
    throw new Unmeasurable(
      `is timed call by call, and its calls are too short for that: reading the clock is ${(share * 100).toFixed(0)} % of their time`,
    )
  }
  return max(durationNs - readingsNs, 0)
}

/** Returns what a start and a stop with nothing in between take: the least mean of some blocks of them. */
function plainReadingNs(clock: Clock): number {
  let leastNs = Number.POSITIVE_INFINITY
  for (let block = 0; block < BLOCKS; block++) {
    let totalNs = 0
    for (let i = 0; i < READINGS; i++) {
      const startNs = clock.start()
      totalNs += clock.stop() - startNs
    }
    leastNs = min(leastNs, totalNs / READINGS)
  }
  return leastNs
}

/** The shortest of a few: whatever else runs makes them longer. */
function readingOf(ticks: Ticks, stretches: Stretches): number {
  if (stretches.readingNs !== null) return stretches.readingNs
  let readingNs = ticks.readingNs()
  for (let i = 1; i < TICKING_READINGS; i++) readingNs = min(readingNs, ticks.readingNs())
  stretches.readingNs = readingNs
  return readingNs
}

function passReadings({ now }: Ticks, count: number): void {
  for (let i = 0; i < count; i++) if (now() < 0) return
}
