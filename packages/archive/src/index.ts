export { ArchiveError } from './archive-error.ts'
export { findFiles } from './find-files.ts'
export type { Skipped } from './load.ts'
export { type Answer, checkSyntax, describeTables, type ExportFormat, Query } from './query.ts'
