export type {
  BudgetRecord,
  CallsRecord,
  CodeRecord,
  CollectionsRecord,
  EventsRecord,
  FunctionRecord,
  MemoryRecord,
  ShareRecord,
} from './beside-record.ts'
export type { EstimateRecord } from './estimate-record.ts'
export { readRecord } from './read-record.ts'
export type {
  AgreementRecord,
  AttributionRecord,
  AuditRecord,
  ComparedRecord,
  ComparisonRecord,
  ControlRecord,
  CpuRecord,
  DoctorRecord,
  EnvironmentRecord,
  FlagEffectRecord,
  ForeignName,
  ForeignRecord,
  ForeignResultRecord,
  LaunchRecord,
  LostLaunchRecord,
  ResultRecord,
  ResultStatus,
  RunRecord,
  SuiteRecord,
  TargetRecord,
  TimerName,
  TimerRecord,
  TimingRecord,
  Verdict,
  WindowRecord,
} from './record.ts'
export { SCHEMA } from './record.ts'
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
export {
  type BiasRecord,
  type EqualsRecord,
  type LengthsRecord,
  readVisit,
  VISIT_SCHEMA,
  type VisitedTarget,
  type VisitRecord,
  writeVisit,
} from './visit.ts'
export { withoutEarlyVerdicts } from './without-early-verdicts.ts'
export { writeRecord } from './write-record.ts'
export { writeWhole } from './write-whole.ts'
