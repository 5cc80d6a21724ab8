import type { Measure } from '@steelyard/harness/contender'
import { Bench, type BenchOptions } from 'tinybench'

const EMPTY_MS = 5
const MS_IN_NS = 1e6

/** Times a case with tinybench's defaults, except for the time; then a function that does nothing. */
export const measure: Measure = async (run, async, timeMs) => {
  const { mean, min, p50, p99, max, samplesCount } = await time(run, async, { time: timeMs })
  // After the case, so that its calls have the loop's feedback to themselves.
  const empty = await time(async ? async () => {} : () => {}, async, { time: EMPTY_MS, warmupTime: EMPTY_MS })
  return {
    headlineNs: mean * MS_IN_NS,
    minNs: min * MS_IN_NS,
    p50Ns: p50 * MS_IN_NS,
    p99Ns: p99 * MS_IN_NS,
    maxNs: max * MS_IN_NS,
    samples: samplesCount,
    iterations: samplesCount,
    emptyNs: empty.mean * MS_IN_NS,
  }
}

async function time(run: () => unknown, async: boolean, options: BenchOptions) {
  const bench = new Bench({ ...options, throws: true }).add('case', run, { async })
  const [task] = await bench.run()
  if (task?.result.state !== 'completed') throw new Error(`tinybench ended as ${task?.result.state}`)
  return task.result.latency
}
