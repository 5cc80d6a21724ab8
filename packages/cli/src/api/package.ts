/** What `import … from 'steelyard'` gives in the published package. */
export * from '@steelyard/harness'
export type {
  ComparisonRecord,
  EnvironmentRecord,
  EstimateRecord,
  LaunchRecord,
  ResultRecord,
  ResultStatus,
  RunRecord,
  SuiteRecord,
  TargetRecord,
  TimerName,
  Verdict,
} from '@steelyard/record'
export { type CompareOptions, compare, type MeasureOptions, type RunOptions, readRecord, run } from './api.ts'
