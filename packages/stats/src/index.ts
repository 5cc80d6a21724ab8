export { type BiasBound, biasBound, type Sight, smallestDifference } from './bias.ts'
export { looksBimodal } from './bimodality.ts'
export { canShowChange, findChanges } from './change-points.ts'
export {
  type ClockedBatch,
  type ClockFinding,
  type ClockShares,
  clockShares,
  findFalseClock,
} from './clock-check.ts'
export {
  type Estimate,
  estimateFromLaunches,
  halfWidth,
  LEVEL,
  launchQuantile,
  ratioFromLogs,
  ratioFromSumOfMeans,
  unpairedRatio,
} from './estimate.ts'
export {
  EMPTY_HISTOGRAM,
  HISTOGRAM_RESOLUTION,
  type Histogram,
  HistogramCounter,
  histogramDeviation,
  histogramMean,
  histogramQuantile,
  mergeHistograms,
} from './histogram.ts'
export { holm } from './holm.ts'
export { type IntervalNull, intervalNullPValue } from './interval-null-test.ts'
export { lagOneCorrelation, type Resemblance } from './lag-one-correlation.ts'
export { logRatioOfSums, medianLogRatio } from './launch-ratio.ts'
export { FIRST_LOOK, isLook, ratioAtLook } from './looks.ts'
export { findLostWork, type WorkBatches, type WorkFinding } from './lost-work.ts'
export { mean, standardDeviation, standardError } from './moments.ts'
export {
  type Bracketed,
  type EndsFinding,
  findEnds,
  findPlace,
  type PlaceFinding,
  type PlaceRules,
} from './place.ts'
export { launchesNeeded, MAXIMUM_LAUNCHES, type Precision } from './plan.ts'
export { type Proportion, proportion } from './proportion.ts'
export { median, quantile } from './quantile.ts'
export { quantileLowerBound, quantileUpperBound } from './quantile-bound.ts'
export { createRandom, type Random } from './random.ts'
export { rankScore } from './rank-score.ts'
export { studentCdf, studentQuantile } from './student-t.ts'
export { unsteadiness } from './unsteadiness.ts'
export {
  type LaunchNoise,
  launchNoise,
  type VarianceComponents,
  varianceComponents,
} from './variance-components.ts'
export {
  type Candidate,
  DEFAULT_ALPHA,
  type Decision,
  decide,
  type EarlyEnd,
  type Reason,
  type Rules,
  type Verdict,
} from './verdict.ts'
