import { numbers } from '../runtime/given.ts'

const statistics = {
  ...numbers('aad', 'critical', 'df', 'mad', 'max', 'mean', 'min', 'moe', 'p50', 'p75', 'p99', 'p995'),
  ...numbers('p999', 'rme', 'samplesCount', 'sd', 'sem', 'variance'),
  samples: [],
}

/** A result for files that print it. */
export const NO_RESULT: object = {
  ...statistics,
  ...numbers('hz', 'period', 'totalTime'),
  state: 'completed',
  latency: statistics,
  throughput: statistics,
}
