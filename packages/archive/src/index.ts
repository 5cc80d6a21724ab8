export { ArchiveError } from './archive-error.ts'
export { findFiles } from './find-files.ts'
export { type Answer, checkSyntax, describeTables, type ExportFormat, Query } from './query.ts'
export { type Loaded, type Progress, readRecords } from './read-records.ts'
