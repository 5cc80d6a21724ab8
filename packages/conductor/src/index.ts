export type { Batch, Contender } from './batch.ts'
export { circuit } from './circuit.ts'
export {
  type ContenderLaunch,
  ContenderLost,
  conductLaunch,
  type LaunchOptions,
  type Window,
} from './conduct-launch.ts'
export { conductRun, type Progress, type RunEnd, type RunOptions, type Stopping } from './conduct-run.ts'
export {
  BATCH_NS,
  EXPECTED_OVERHEAD_NS,
  HOST_CLOCK_BATCH_NS,
  overheadOf,
  type Pacing,
  pacingFor,
} from './pacing.ts'
export type { WarmUp } from './warm-up.ts'
