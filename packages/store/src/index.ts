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
  ControlRecord,
  DoctorRecord,
  EnvironmentRecord,
  EstimateRecord,
  EventsRecord,
  FlagEffectRecord,
  FunctionRecord,
  LaunchRecord,
  LostLaunchRecord,
  MemoryRecord,
  ResultRecord,
  ResultStatus,
  RunRecord,
  ShareRecord,
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
