export { adviceFor } from './advice.ts'
export { shellQuoted } from './command-text.ts'
export { counted } from './counted.ts'
export { IS_PUBLISHED, NAME, PROGRAM } from './edition.ts'
export {
  formatDuration,
  formatDurationEstimate,
  formatMemory,
  formatPercent,
  formatRatio,
} from './format.ts'
export {
  type History,
  type HistoryPoint,
  historyOf,
  type OtherTimes,
  type Setting,
  type Times,
} from './history/history.ts'
export { renderHistory } from './history/render-history.ts'
export type { Look } from './look.ts'
export { PAINTS } from './paint.ts'
export { plain } from './plain.ts'
export { renderDistributions } from './render-distributions.ts'
export { renderEvidence } from './render-evidence.ts'
export { type HeaderFacts, renderHeader } from './render-header.ts'
export { renderMarkdown } from './render-markdown.ts'
export { renderReport } from './render-report.ts'
export { renderRerun } from './render-rerun.ts'
export { renderRows } from './render-rows.ts'
export { renderRunSummaryLine } from './render-run-summary-line.ts'
export { renderSweep } from './render-sweep.ts'
export { renderVersions, type VersionRow } from './render-versions.ts'
export { renderVisit } from './render-visit.ts'
