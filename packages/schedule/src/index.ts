export type * from './bisection.ts'
export { bisectionOf, errorOfStep, mostSteps, readMiddle } from './bisection.ts'
export type { LateChange } from './late-jit/late-change.ts'
export { LateChanges, needBeyond } from './late-jit/late-changes.ts'
export type { Audit, Batch, Contender, TakeTurns, Turn } from './launch/batch.ts'
export { ContenderLost, conductLaunch, namingLosses, turnsOf, warmUpAlone } from './launch/conduct-launch.ts'
export { contendedSamples } from './launch/contended.ts'
export { isSteady, type WarmUpNeed } from './launch/warm-up.ts'
export type * from './launch/window.ts'
export { isVoid, timedNsOf } from './launch/window.ts'
export { orderOfLaunch } from './run/balanced-orders.ts'
export type * from './run/conduct-run.ts'
export { conductRun, worseState } from './run/conduct-run.ts'
export {
  launchesNs,
  type Pacing,
  pacingFor,
  WARMUP_MINIMUM_NS,
  WINDOW_NS,
} from './run/pacing.ts'
export { type TimelineLink, timelineLinks } from './timeline-links.ts'
