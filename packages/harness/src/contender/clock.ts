import { max, min } from '../intrinsics.ts'

/** The two ends of a timed piece of work, in nanoseconds since some fixed moment. */
export interface Clock {
  /** Returns the moment at which it returns. */
  start(): number
  /** Returns the moment at which it was called. */
  stop(): number
  /** Nanoseconds that `start` and the `stop` after it worked for an answer: CPU time that is not the work's. */
  readonly spentNs: number
  /** Finds the smallest difference that it resolves, in nanoseconds. */
  resolutionNs(): number
  /** What it is made of, where that moves in ticks. */
  readonly ticks?: Ticks
}

/** A coarse clock that can be read at once. */
export interface Ticks {
  readonly lengthNs: number
  /** In whole ticks. */
  now(): number
  /** Finds what a reading takes, in two ticks or so. */
  readingNs(): number
}

const UNKNOWN_NS = Number.POSITIVE_INFINITY
const STEPS = 64
const STEPS_LIMIT_NS = 20e6

/** Returns a clock that answers at once and often enough. */
export function plainClock(now: () => number): Clock {
  return {
    start: now,
    stop: now,
    spentNs: 0,
    /** The smallest step seen within 64 steps or 20 ms; at least one step is awaited. */
    resolutionNs() {
      let smallest = UNKNOWN_NS
      const start = now()
      let last = start
      for (let steps = 0; steps < STEPS; ) {
        const time = now()
        if (time === last) continue
        if (time > last) smallest = min(smallest, time - last)
        last = time
        steps++
        if (time - start > STEPS_LIMIT_NS) break
      }
      return smallest
    },
  }
}

/** A clock that has not moved after this many readings stands still. */
const MOST_READINGS = 50_000_000

/**
 * Returns a clock that reads fractions of the ticks of a coarse one, as a vernier does: work begins on the edge of a
 * tick, and how long before the next edge it ended is known from how many readings fit in between, of which a whole
 * tick right after shows how many fit in it. Takes about two ticks for a start and a stop.
 *
 * @param now moves in whole ticks, also while code runs
 * @throws Error when it stands still
 */
export function tickingClock(now: () => number, tickNs: number): Clock {
  let edgeNs = 0
  let jumped = false
  let readings = 0

  /** Reads until the next edge, keeps it, and returns how many readings that took. */
  function awaitEdge(): number {
    const before = now()
    for (let count = 1; count < MOST_READINGS; count++) {
      const time = now()
      if (time === before) continue
      edgeNs = time
      // After a sleep across an edge the time since the edge is unknown.
      jumped = time - before > 1.5 * tickNs || time < before
      readings += count
      return count
    }
    throw new Error('the clock of the runtime stands still while code runs')
  }

  function awaitPlainEdge(): void {
    do awaitEdge()
    while (jumped)
  }

  /** Returns the time of a reading, from how many fit in a whole tick. */
  function timeOfReading(): number {
    for (;;) {
      if (jumped) awaitPlainEdge()
      const count = awaitEdge()
      if (!jumped) return tickNs / count
    }
  }

  /** Finds it in the next whole tick. */
  function freshReadingNs(): number {
    awaitPlainEdge()
    return timeOfReading()
  }

  let readingNs = 0
  return {
    ticks: { lengthNs: tickNs, now, readingNs: freshReadingNs },
    start() {
      readings = 0
      awaitPlainEdge()
      return edgeNs
    },
    stop() {
      const calledNs = now()
      const count = awaitEdge()
      const nextNs = edgeNs
      const slept = jumped
      // A whole tick holds at least as many readings as a part of one. A lower count means that counting was
      // interrupted.
      readingNs = min(timeOfReading(), tickNs / count)
      if (!slept) return nextNs - count * readingNs
      // The call came early enough in its tick for the readings: the middle of what is left is as good as any.
      return calledNs + max(0, tickNs - count * readingNs) / 2
    },
    get spentNs() {
      return readings * readingNs
    },
    resolutionNs: freshReadingNs,
  }
}
