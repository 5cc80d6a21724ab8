export { type Field, headingsOf, note, type Spread, type Table } from './content/document.ts'
export { shellQuoted } from './content/evidence/command-text.ts'
export { machineText } from './content/machine-text.ts'
export { answerOf } from './content/matrix/answer.ts'
export type { Outline, OutlinePage } from './content/outline.ts'
export { type RecordEntry, recordEntryOf } from './content/record-entry.ts'
export type { VersionRow } from './content/versions.ts'
export {
  type History,
  type HistoryPoint,
  historyOf,
  type OtherTimes,
  type Setting,
  type Times,
} from './history/history.ts'
export { renderHistory } from './history/render-history.ts'
export { matrixParts } from './markdown/print-matrix.ts'
export { renderCombinationEvidence, renderCombinationMarkdown } from './markdown/render-combination.ts'
export { renderEvidence } from './markdown/render-evidence.ts'
export { renderMarkdown } from './markdown/render-markdown.ts'
export { renderOutlineMarkdown } from './markdown/render-outline.ts'
export { renderAnswer } from './terminal/render-answer.ts'
export { renderCalibration } from './terminal/render-calibration.ts'
export { renderCombination } from './terminal/render-combination.ts'
export { renderDistributions } from './terminal/render-distributions.ts'
export { type HeaderFacts, renderHeader } from './terminal/render-header.ts'
export { type LivePair, type LiveSuite, renderLive } from './terminal/render-live.ts'
export { renderOutline } from './terminal/render-outline.ts'
export { renderReport } from './terminal/render-report.ts'
export { renderRerun } from './terminal/render-rerun.ts'
export { renderVersions } from './terminal/render-versions.ts'
export { renderTimeline } from './timeline/render-timeline.ts'
export {
  inLineUnits,
  isGap,
  isLater,
  isStep,
  keyText,
  ratioOf,
  STEP_LAUNCHES,
  seriesOf,
  stepName,
  type TimelineSeries,
} from './timeline/series.ts'
export { timelineCsv, timelineJson } from './timeline/timeline-data.ts'
export { changesOf, seriesNotes } from './timeline/timeline-text.ts'
