export { coverFiles } from './coverage/cover-files.ts'
export { byTarget, type CountedReason, type Coverage } from './coverage/coverage.ts'
export { featureRank, type LaunchFeature, type LaunchFeatures } from './engine-logs/launch-features.ts'
export * from './engine-logs/modes-launches.ts'
export { LENGTH_FACTORS, lengthsOf } from './functions/batch-lengths.ts'
export { Journal } from './journal/journal.ts'
export { contextOf, type LaunchContext } from './launch/launch-context.ts'
export { prepare } from './launch/prepare.ts'
export { inWorkspace, Workspace, type WrittenBundle } from './launch/workspace.ts'
export { otherTimers } from './other-timers/check-timers.ts'
export * from './plan/catalog.ts'
export { type ComparePlan, haveSameSettings, planCompare, targetText } from './plan/compare-plan.ts'
export { type PairThroughBaseline, pairsThroughBaseline } from './plan/indirect-pairs.ts'
export { bundleToSend, checkExpressions, loadSuite, nameOf } from './plan/load-suite.ts'
export { nearest, suggestion } from './plan/near-names.ts'
export { loadOneCase, type OneCaseChoice } from './plan/one-case.ts'
export type * from './plan/plan.ts'
export { MOST_ACROSS } from './plan/plan.ts'
export * from './plan/preparation.ts'
export { planSuites, prepareRun } from './plan/prepare-run.ts'
export { bareRun, type RunOptions, type RunSelection } from './plan/run-options.ts'
export { hasTag, unknownTag } from './plan/tags.ts'
export {
  capSeconds,
  DEFAULT_SECONDS,
  enoughSeconds,
  expectedSeconds,
  isEvidence,
  lookPlanOf,
  mostBytes,
  neededSeconds,
  suiteSeconds,
  wantedLaunches,
  wantedLooks,
} from './plan/time-and-launches.ts'
export { isInRange, unsupportedFor } from './plan/unsupported.ts'
export { NotRunningError, UsageError } from './plan/usage-error.ts'
export { nativeClass } from './profiles/native-name.ts'
export type { Place } from './profiles/places.ts'
export * from './profiles/profile-contenders.ts'
export { INTERVAL_US } from './profiles/profile-launch.ts'
export type { StackShare } from './profiles/stacks.ts'
export type { ProfileFile } from './profiles/write-profiles.ts'
export { routingRecordOf } from './servers/routing.ts'
export { logChange, type ServerLaunch } from './servers/server-launch.ts'
export { ALLOCATION_INTERVAL_BYTES } from './side-launches/allocation-launch.ts'
export type { TimedStart } from './starts/start-once.ts'
export * from './suite/measure-suites.ts'
export type * from './suite/measured-suite.ts'
export { inspectMachine, type MeasuredEnvironment } from './targets/machine.ts'
export * from './targets/targets.ts'
