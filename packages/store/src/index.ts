export { readRecord } from './read-record.ts'
export type {
  AgreementRecord,
  AttributionRecord,
  AuditRecord,
  BudgetRecord,
  CallsRecord,
  CodeRecord,
  CollectionsRecord,
  ComparedRecord,
  ComparisonRecord,
  ConfigurationRecord,
  ControlRecord,
  DistributionRecord,
  DoctorRecord,
  EnvironmentRecord,
  EstimateRecord,
  EventsRecord,
  FaultRecord,
  FlagEffectRecord,
  ForeignName,
  ForeignRecord,
  ForeignResultRecord,
  FunctionRecord,
  GeneratorRecord,
  LaunchRecord,
  LoadRecord,
  LostLaunchRecord,
  MemoryRecord,
  RateRecord,
  ResultRecord,
  ResultStatus,
  RunRecord,
  ServerLaunchRecord,
  ServerRecord,
  ShareRecord,
  StartRecord,
  SuiteRecord,
  TargetRecord,
  TimerName,
  TimerRecord,
  TimingRecord,
  TurnRecord,
  Verdict,
  WindowRecord,
} from './record.ts'
export { SCHEMA } from './record.ts'
export { recordName } from './record-name.ts'
export { recordText } from './record-text.ts'
export { SAMPLE_COLUMNS, type SampleRow, sampleRows } from './sample-rows.ts'
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
export { writeRecord } from './write-record.ts'
