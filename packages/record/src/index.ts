export {
  BLANK_COMPARISON,
  BLANK_ENVIRONMENT,
  BLANK_LAUNCH,
  BLANK_RECORD,
  BLANK_RESULT,
  BLANK_SUITE,
  BLANK_TARGET,
} from './blank.ts'
export {
  type AaRecord,
  type BiasRecord,
  CALIBRATION_SCHEMA,
  type CalibratedTarget,
  type CalibrationRecord,
  type CoreStallsRecord,
  type KindBiasRecord,
  type LengthsRecord,
  readCalibration,
  writeCalibration,
} from './calibration-record.ts'
export type * from './combination.ts'
export { COMBINATION_SCHEMA } from './combination.ts'
export { appendLines, readLines } from './files/append-lines.ts'
export { inPieces } from './files/in-pieces.ts'
export { jsonFault } from './files/json-fault.ts'
export { makeFolders } from './files/make-folders.ts'
export { checkSize, LARGEST_BYTES, NoRecordError, readRecord } from './files/read-record.ts'
export { profileFolder, recordName } from './files/record-name.ts'
export { recordText } from './files/record-text.ts'
export { writeRecord } from './files/write-record.ts'
export { writeWhole } from './files/write-whole.ts'
export { programSha256 } from './program.ts'
export type * from './record.ts'
export { SCHEMA } from './record.ts'
export { csvLine, type Row, type Table, type TableColumn, tables } from './tables/index.ts'
export { SAMPLE_COLUMNS, sampleRows } from './tables/sample-rows.ts'
export { paramsJson } from './tables/table.ts'
export { targetLine } from './tables/target-line.ts'
export {
  readTimeline,
  readTimelines,
  type SeriesKey,
  type TimelineCause,
  type TimelineFile,
  type TimelineFunction,
  type TimelineGap,
  type TimelineLine,
  type TimelineRelease,
  type TimelineStep,
  timelineFile,
} from './timeline.ts'
export { combinationText } from './validate/combination-text.ts'
export { isTimelineLine } from './validate/is-timeline-line.ts'
export { stalledShare, statedEstimator } from './validate/stalled-share.ts'
export { recordFault, validateRecord } from './validate/validate-record.ts'
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
  warningRecords,
} from './warning.ts'
