const STATISTICS = [
  ...[
    'aad',
    'critical',
    'df',
    'mad',
    'max',
    'mean',
    'min',
    'moe',
    'p50',
    'p75',
    'p99',
    'p995',
    'p999',
    'rme',
  ],
  ...['samplesCount', 'sd', 'sem', 'variance'],
]

const statistics = { ...Object.fromEntries(STATISTICS.map(name => [name, Number.NaN])), samples: [] }

/** A result for files that print it: every number in it is NaN, since nothing was timed. */
export const NO_RESULT: object = {
  ...statistics,
  state: 'completed',
  hz: Number.NaN,
  period: Number.NaN,
  totalTime: Number.NaN,
  latency: statistics,
  throughput: statistics,
}
