export { EXPORT_FORMATS, type Exported, type ExportFormat, exportRecords } from './exports/index.ts'
export { IMPORT_FORMATS, importRecord } from './imports/index.ts'
export type { ForeignFile } from './imports/source.ts'
