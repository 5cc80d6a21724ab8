export { orderOfLaunch } from './balanced-orders.ts'
export type { Audit, Batch, Contender } from './batch.ts'
export {
  type Bisection,
  type BisectionStep,
  bisectionOf,
  errorOfStep,
  mostSteps,
  readMiddle,
} from './bisection.ts'
export { circuit } from './circuit.ts'
export { ContenderLost, conductLaunch, type LaunchOptions } from './conduct-launch.ts'
export {
  conductRun,
  type PairLogs,
  type Progress,
  type RunEnd,
  type RunOptions,
  type Stopping,
} from './conduct-run.ts'
export { contendedSamples } from './contended.ts'
export type { LateChange } from './late-change.ts'
export { LateChanges, needBeyond } from './late-changes.ts'
export { lookForLateChange } from './look.ts'
export { Pacer, timedNsOf } from './pacer.ts'
export { EXPECTED_OVERHEAD_NS, FIRST_TIMED_NS, type Pacing, pacingFor, shortestTimeNs } from './pacing.ts'
export {
  candidateOf,
  type LaunchPair,
  launchMeanNs,
  launchRatio,
  type Metric,
  pairNoise,
  uncontendedRatio,
} from './pair.ts'
export type { WarmUpNeed } from './warm-up.ts'
export type { ContenderLaunch, Steadiness, WarmUp, Window } from './window.ts'
