import { max, min } from '../intrinsics.ts'
import type { Clock } from './clock.ts'

/** A case whose times would be wrong. */
export class Unmeasurable extends Error {}

/** The largest share of the time between two readings of the clock that the readings themselves may take. */
const LARGEST_SHARE = 0.01
/** What is shorter is one of the batches that find out how many iterations make a batch. */
const SHORTEST_BATCH_NS = 1e6

const BLOCKS = 4
const READINGS = 64

/**
 * Returns how long a window took without what reading the clock again for every further start took.
 *
 * @param starts how often the clock was started in it
 * @param timesCalls whether it was started for every call
 * @throws Unmeasurable where calls are too short for the clock
 */
export function withoutReadings(
  durationNs: number,
  starts: number,
  clock: Clock,
  timesCalls: boolean,
): number {
  if (timesCalls && starts > 0 && clock.spentNs > 0) {
    throw new Unmeasurable(
      'has hooks around every call, and the clock of this runtime cannot time a call alone',
    )
  }
  // Batches grow by what they took: nothing is taken out of those that are still short.
  if (starts < 2 || clock.spentNs > 0 || durationNs < SHORTEST_BATCH_NS) return durationNs
  const restNs = durationNs - (starts - 1) * readingNs(clock)
  const share = 1 - restNs / durationNs
  if (timesCalls && share > LARGEST_SHARE) {
    const percent = (share * 100).toFixed(0)
    throw new Unmeasurable(
      `has hooks around every call, and its calls are too short to be timed alone: reading the clock is ${percent} % of their time`,
    )
  }
  return max(restNs, 0)
}

/** Returns what a start and a stop with nothing in between take: the least mean of some blocks of them. */
function readingNs(clock: Clock): number {
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
