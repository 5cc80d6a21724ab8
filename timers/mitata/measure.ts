import type { Measure } from '@steelyard/harness/contender'
import { measure as time } from 'mitata'

const EMPTY_NS = 20e6

/** Times a case with mitata's defaults, except for the time; then a function that does nothing. */
export const measure: Measure = async (run, async, timeMs) => {
  const { avg, min, p50, p99, max, samples, ticks } = await time(run, { min_cpu_time: timeMs * 1e6 })
  // After the case, so that its calls have the loop's feedback to themselves.
  const empty = await time(async ? async () => {} : () => {}, { min_cpu_time: EMPTY_NS })
  return {
    headlineNs: avg,
    minNs: min,
    p50Ns: p50,
    p99Ns: p99,
    maxNs: max,
    samples: samples.length,
    iterations: ticks,
    emptyNs: empty.avg,
  }
}
