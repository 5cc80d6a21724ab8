export { EXPORT_FORMATS, exportRecords } from './exports/index.ts'
export { IMPORT_FORMATS, importRecord } from './imports/index.ts'
export type { ForeignFile } from './imports/source.ts'
