import { ceil, round } from '../intrinsics.ts'
import type { ReplyTo } from '../protocol/protocol.ts'
import type { Stopwatch, WindowCase } from '../suite/adopted-suite.ts'
import type { Clock } from './clock.ts'
import { type Reader, readerOf, type Stretches, withoutReadings } from './stretches.ts'

/** A batch of 10 ms has as many iterations of 0.01 ns: no loop is so fast. */
const MOST_ITERATIONS = 1e9

/** Throws Error for more iterations than a loop can run, which are asked for where more of them take no more time. */
function checkIterations(iterations: number): void {
  if (iterations <= MOST_ITERATIONS) return
  throw new Error(
    'its time does not grow with its iterations: its work was removed, or it runs another number of them',
  )
}

/** A window, and what its batches so far have shown. */
export interface TimedWindow extends WindowCase {
  readonly stretches: Stretches
}

/** Returns the fewest calls of its file with this many iterations: no time is made up, and every lead-in has a call. */
function callsFor({ unitsPerCall }: TimedWindow, iterations: number): number {
  return unitsPerCall === undefined ? iterations : ceil(iterations / unitsPerCall())
}

/** Runs a window of this many iterations and returns the time between its starts and stops. 0 runs nothing. */
export async function runWindow(
  timed: TimedWindow,
  clock: Clock,
  iterations: number,
): Promise<Omit<ReplyTo<'run'>, 'type'>> {
  checkIterations(iterations)
  const { stretches, unitsPerCall } = timed
  const watch = stopwatch(readerOf(clock, stretches))
  if (iterations === 0) {
    watch.start()
    watch.stop()
    return { durationNs: watch.durationNs, clockNs: watch.clockNs }
  }
  await timed.window(callsFor(timed, iterations), watch)
  if (!watch.hasRun) throw new Error('it did not start and stop its own clock')
  const { clockNs } = watch
  const ownNs = withoutReadings(clock, timed, watch)
  if (unitsPerCall === undefined) return { durationNs: ownNs, clockNs }
  const iterationsRun = watch.counted ?? iterations
  return { durationNs: round((ownNs * iterations) / iterationsRun), clockNs, iterationsRun }
}

/** Runs this many iterations of a window without timing them. */
export async function leadInWindow(
  timed: TimedWindow,
  iterations: number,
): Promise<Omit<ReplyTo<'lead-in'>, 'type'>> {
  const units = await passWindow(timed, callsFor(timed, iterations))
  return timed.unitsPerCall === undefined ? {} : { iterationsRun: units }
}

/** Runs a window without reporting its time; returns the file's own units in it, by default one an iteration. */
export async function passWindow({ window }: WindowCase, iterations: number): Promise<number> {
  checkIterations(iterations)
  let units = iterations
  const watch: Stopwatch = {
    start() {},
    stop() {},
    add() {},
    units(count) {
      units = count
    },
  }
  if (iterations > 0) await window(iterations, watch)
  return units
}

function stopwatch(clock: Reader) {
  let startNs: number | null = null
  const timed = {
    durationNs: 0,
    /** Sum of the clock's `spentNs` over all starts. */
    clockNs: 0,
    starts: 0,
    hasRun: false,
    /** The file's own units in it; null where it reports none. */
    counted: null as number | null,
    start() {
      if (startNs !== null) throw new Error('it started its clock twice')
      timed.starts++
      startNs = clock.start()
    },
    units(count: number) {
      timed.counted = count
    },
    add(durationNs: number) {
      timed.durationNs += durationNs
      timed.hasRun = true
    },
    stop() {
      const nowNs = clock.stop()
      if (startNs === null) throw new Error('it stopped its clock before it started it')
      timed.durationNs += nowNs - startNs
      timed.clockNs += clock.spentNs
      timed.hasRun = true
      startNs = null
    },
  }
  return timed
}
