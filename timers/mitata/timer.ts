import { packageVersion } from '../package-version.ts'
import type { Timer } from '../timer.ts'

export const mitata: Timer = {
  name: 'mitata',
  version: packageVersion('mitata'),
  headline: 'avg: the mean of its samples without the two fastest and the two slowest',
  defaultTimeMs: 642,
  overheadMs: 50,
  warmupMs: 0,
  takesOutEmptyCall: false,
  leavesOut: 4,
  module: new URL('measure.ts', import.meta.url),
  gaps: { workerd: 'mitata compiles its loop from a string, which workerd refuses' },
}
