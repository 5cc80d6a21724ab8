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
export { readRecord } from './files/read-record.ts'
export { recordName } from './files/record-name.ts'
export { recordText } from './files/record-text.ts'
export { writeRecord } from './files/write-record.ts'
export { writeWhole } from './files/write-whole.ts'
export { programSha256 } from './program.ts'
export {
  type AgreementRecord,
  type AttributionRecord,
  type AuditRecord,
  type BudgetRecord,
  type CallsRecord,
  type CodeRecord,
  type CollectionsRecord,
  type ComparedRecord,
  type ComparisonRecord,
  type ConfigurationRecord,
  type ControlRecord,
  type CpuRecord,
  type DistributionRecord,
  type DoctorRecord,
  type ElfRecord,
  type EnvironmentRecord,
  type EstimateRecord,
  type EventsRecord,
  type FaultRecord,
  type FlagEffectRecord,
  type ForeignName,
  type ForeignRecord,
  type ForeignResultRecord,
  type FunctionRecord,
  type GeneratorRecord,
  type LaunchRecord,
  type LoadRecord,
  type LostLaunchRecord,
  type MemoryRecord,
  type RateRecord,
  type ResultRecord,
  type ResultStatus,
  type RoutedKindRecord,
  type RoutingRecord,
  type RunRecord,
  SCHEMA,
  type ServerLaunchRecord,
  type ServerRecord,
  type ShareRecord,
  type StartRecord,
  type SuiteRecord,
  type TargetRecord,
  type TimerName,
  type TimerRecord,
  type TimingRecord,
  type TurnRecord,
  type Verdict,
  type WarningRecord,
  type WindowRecord,
} from './record.ts'
export { csvLine, type Row, type Table, type TableColumn, tables } from './tables/index.ts'
export { SAMPLE_COLUMNS, type SampleRow, sampleRows } from './tables/sample-rows.ts'
export { validateRecord } from './validate/validate-record.ts'
export { withoutEarlyVerdicts } from './validate/without-early-verdicts.ts'
export {
  type ComparisonWarning,
  type EnvironmentWarning,
  knownWarning,
  type MissingReason,
  type ResultError,
  type ResultWarning,
  type TargetWarning,
  type Warning,
  warningKind,
  warningRecord,
} from './warning.ts'
