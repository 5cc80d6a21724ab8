import { allowedCores } from './affinity.ts'
import { monotonicNs } from './monotonic.ts'
import { threadMover } from './system-calls.ts'
import { type WidthLoops, widthLoops } from './width-loops.ts'

/** Steps of either loop in a reading: 10 to 30 µs. */
const STEPS = 16_000
/** An interrupt disturbs one reading, and the median of three is another one. */
const READINGS = 3
/** Any odd number keeps all bits of a product in play. */
const FACTOR = 1_103_515_245
/** Time in which the optimising compiler, which works on another thread, ends. */
const WARM_UP_NS = 50e6

/** Kept, so that no result is left out. */
let kept = 1
let loops: WidthLoops | null = null

/**
 * Returns the time of code that fills a core ÷ the time of code that waits for its own results, both timed one after the
 * other on the core of the caller. What uses the other hardware thread of that core takes its places from the former
 * only, so that the ratio rises. The clock of the core falls on both alike.
 *
 * Its level depends on the CPU. The first call takes 50 ms more.
 */
export function widthRatio(): number {
  loops ??= warmLoops()
  const ratios = Array.from({ length: READINGS }, () => readRatio(loops as WidthLoops)).sort((a, b) => a - b)
  return ratios[(READINGS - 1) / 2] as number
}

/** Returns the width ratio of another core, to which the calling thread goes for it; null where it cannot, or for no core. */
export function widthRatioOf(core: number | null): number | null {
  const goBack = threadMover(allowedCores())
  if (core === null || goBack === null || !threadMover([core])?.()) return null
  try {
    return widthRatio()
  } finally {
    goBack()
  }
}

function warmLoops(): WidthLoops {
  const loops = widthLoops()
  const endNs = monotonicNs() + WARM_UP_NS
  while (monotonicNs() < endNs) readRatio(loops)
  return loops
}

function readRatio({ oneByOne, sideBySide }: WidthLoops): number {
  const beganNs = monotonicNs()
  kept = oneByOne(STEPS, kept, FACTOR)
  const betweenNs = monotonicNs()
  kept = sideBySide(STEPS, kept, FACTOR)
  return (monotonicNs() - betweenNs) / Math.max(1, betweenNs - beganNs)
}
