export { alikeSpreadPValue } from './checks/alike-spread.ts'
export { looksBimodal } from './checks/bimodality.ts'
export { canShowChange, findChanges } from './checks/change-points.ts'
export * from './checks/clock-check.ts'
export { type CoreGlances, type CoreUse, coreUses } from './checks/core-sharing.ts'
export { type DeadCodeBatches, type DeadCodeFinding, findDeadCode } from './checks/dead-code.ts'
export { findKinds, KIND_LOOKS, kindBoundary } from './checks/kinds.ts'
export { rankCorrelationPValue } from './checks/rank-correlation.ts'
export { explainedSpread, rankSumPValue } from './checks/rank-sum.ts'
export { type Combination, combineMachines } from './combine/combine.ts'
export { type CpusNeeded, FEWEST_CPUS, needsMoreCpus } from './combine/cpus-needed.ts'
export type { Machine, MachineEstimate } from './combine/machines.ts'
export { HOURS_APART, HOURS_APART_MS, type SessionEstimate } from './combine/sessions.ts'
export * from './descriptive/histogram.ts'
export { lagOneCorrelation } from './descriptive/lag-one-correlation.ts'
export { mean, standardDeviation, sum } from './descriptive/moments.ts'
export { median, quantile } from './descriptive/quantile.ts'
export { rankScore } from './descriptive/rank-score.ts'
export { createRandom, type Random } from './distributions/random.ts'
export { studentQuantile } from './distributions/student-t.ts'
export { biasBound, biasBoundOfFew, smallestDifference } from './intervals/bias.ts'
export {
  type Estimate,
  estimateFromLaunches,
  halfWidth,
  LEVEL,
  launchQuantile,
  meanOfLaunches,
  ratioFromLogs,
  ratioFromSumOfMeans,
  unpairedRatio,
} from './intervals/estimate.ts'
export {
  type LaunchRatio,
  type LaunchSamples,
  launchMeanNs,
  launchRatio,
  type Metric,
} from './intervals/launch-ratio.ts'
export { launchesNeeded } from './intervals/launches-needed.ts'
export { proportion } from './intervals/proportion.ts'
export { quantileLowerBound, quantileUpperBound } from './intervals/quantile-bound.ts'
export { type SharesOf, shareDifference } from './intervals/share-difference.ts'
export { launchNoise, varianceComponents } from './intervals/variance-components.ts'
export { benjaminiHochberg } from './screening/benjamini-hochberg.ts'
export { detectableSlowdown, type Screened, type ScreenRules, screen } from './screening/screen.ts'
export { alikeProbability, type BatchClaim, OWN_STALLS_ALPHA, type RoundClaims } from './stalls/alike.ts'
export { type Bracket, type Claim, claimOnCpu, claimsOf } from './stalls/claims.ts'
export { pausesOf } from './stalls/pauses.ts'
export { LEAST_STALLED_SHARE, latenessOf, type Span, stallsOf } from './stalls/stalls.ts'
export { closeLoops, longestChain } from './timeline/chain.ts'
export { confirmSteps, type StepFinding } from './timeline/confirm-steps.ts'
export { expectedLaunches, isApart, looksAt } from './verdict/at-looks.ts'
export * from './verdict/bisection-test.ts'
export * from './verdict/decision.ts'
export { holm } from './verdict/holm.ts'
export { sumPValue } from './verdict/indirect.ts'
export { pValueOfAll } from './verdict/interval-null-test.ts'
export { FIRST_LOOK, isLook, LAG_ONE, type LookPlan, PLANNED_LAUNCHES } from './verdict/looks.ts'
export { hasTwoKinds, LAUNCHES_WHEN_BIMODAL, unsteadiness, unsteadyShares } from './verdict/obstacle.ts'
export { decide } from './verdict/verdict.ts'
