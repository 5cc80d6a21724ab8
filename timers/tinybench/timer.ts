import { packageVersion } from '../package-version.ts'
import type { Timer } from '../timer.ts'

export const tinybench: Timer = {
  name: 'tinybench',
  version: packageVersion('tinybench'),
  headline: 'mean of its samples, each of which is one call',
  defaultTimeMs: 1000,
  overheadMs: 300,
  warmupMs: 250,
  takesOutEmptyCall: false,
  leavesOut: 0,
  module: new URL('measure.ts', import.meta.url),
  gaps: {
    workerd: 'tinybench times single calls, and the clock inside workerd moves in whole milliseconds',
  },
}
