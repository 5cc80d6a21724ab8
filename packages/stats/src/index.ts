export { looksBimodal } from './checks/bimodality.ts'
export { canShowChange, findChanges } from './checks/change-points.ts'
export {
  type ClockedBatch,
  type ClockFinding,
  type ClockShares,
  clockShares,
  findFalseClock,
} from './checks/clock-check.ts'
export { type DeadCodeBatches, type DeadCodeFinding, findDeadCode } from './checks/dead-code.ts'
export { unsteadiness } from './checks/unsteadiness.ts'
export {
  EMPTY_HISTOGRAM,
  HISTOGRAM_RESOLUTION,
  type Histogram,
  HistogramCounter,
  histogramDeviation,
  histogramMean,
  histogramQuantile,
  mergeHistograms,
} from './descriptive/histogram.ts'
export { lagOneCorrelation, type Resemblance } from './descriptive/lag-one-correlation.ts'
export { mean, standardDeviation, standardError } from './descriptive/moments.ts'
export { median, quantile } from './descriptive/quantile.ts'
export { rankScore } from './descriptive/rank-score.ts'
export { createRandom, type Random } from './distributions/random.ts'
export { studentCdf, studentQuantile } from './distributions/student-t.ts'
export { type BiasBound, biasBound, type PowerInputs, smallestDifference } from './intervals/bias.ts'
export {
  type Estimate,
  estimateFromLaunches,
  halfWidth,
  LEVEL,
  launchQuantile,
  ratioFromLogs,
  ratioFromSumOfMeans,
  unpairedRatio,
} from './intervals/estimate.ts'
export {
  type LaunchRatio,
  type LaunchSamples,
  launchMeanNs,
  launchRatio,
  logRatioOfSums,
  type Metric,
  medianLogRatio,
} from './intervals/launch-ratio.ts'
export { launchesNeeded, MAXIMUM_LAUNCHES, type Precision } from './intervals/launches-needed.ts'
export { type Proportion, proportion } from './intervals/proportion.ts'
export { quantileLowerBound, quantileUpperBound } from './intervals/quantile-bound.ts'
export {
  type LaunchNoise,
  launchNoise,
  pairNoise,
  type VarianceComponents,
  varianceComponents,
} from './intervals/variance-components.ts'
export {
  type BisectionFinding,
  type BisectionRules,
  type Bracketed,
  type EndsFinding,
  testEnds,
  testMiddle,
} from './verdict/bisection-test.ts'
export { holm } from './verdict/holm.ts'
export { FIRST_ANALYSIS, isAnalysis, ratioAtAnalysis } from './verdict/interim-analysis.ts'
export { type IntervalNull, intervalNullPValue } from './verdict/interval-null-test.ts'
export {
  type Candidate,
  DEFAULT_ALPHA,
  type Decision,
  decide,
  type EarlyEnd,
  type Reason,
  type Rules,
  type Verdict,
} from './verdict/verdict.ts'
