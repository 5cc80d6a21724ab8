export { EXPORT_FORMATS, type Exported, type ExportFormat, exportRecords } from './exports/index.ts'
