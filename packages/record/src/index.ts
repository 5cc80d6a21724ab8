export {
  type AaRecord,
  type BiasRecord,
  CALIBRATION_SCHEMA,
  type CalibratedTarget,
  type CalibrationRecord,
  type LengthsRecord,
  readCalibration,
  writeCalibration,
} from './calibration-record.ts'
export type {
  BudgetRecord,
  CallsRecord,
  CodeRecord,
  CollectionsRecord,
  EventsRecord,
  FunctionRecord,
  MemoryRecord,
  ShareRecord,
} from './diagnostics-record.ts'
export type { EstimateRecord } from './estimate-record.ts'
export { readRecord } from './read-record.ts'
export {
  type AgreementRecord,
  type AttributionRecord,
  type AuditRecord,
  type ComparedRecord,
  type ComparisonRecord,
  type ControlRecord,
  type CpuRecord,
  type DoctorRecord,
  type EnvironmentRecord,
  type FlagEffectRecord,
  type ForeignName,
  type ForeignRecord,
  type ForeignResultRecord,
  type LaunchRecord,
  type LostLaunchRecord,
  type ResultRecord,
  type ResultStatus,
  type RunRecord,
  SCHEMA,
  type SuiteRecord,
  type TargetRecord,
  type TimerName,
  type TimerRecord,
  type TimingRecord,
  type Verdict,
  type WindowRecord,
} from './record.ts'
export { recordName } from './record-name.ts'
export { recordText } from './record-text.ts'
export { SAMPLE_COLUMNS, type SampleRow, sampleRows } from './sample-rows.ts'
export type {
  ConfigurationRecord,
  DistributionRecord,
  FaultRecord,
  GeneratorRecord,
  LoadRecord,
  RateRecord,
  RoutedKindRecord,
  RoutingRecord,
  ServerLaunchRecord,
  ServerRecord,
  StartRecord,
  TurnRecord,
} from './server-record.ts'
export { csvLine, type Row, type Table, type TableColumn, tables } from './tables/index.ts'
export { validateRecord } from './validate-record.ts'
export { withoutEarlyVerdicts } from './without-early-verdicts.ts'
export { writeRecord } from './write-record.ts'
export { writeWhole } from './write-whole.ts'
