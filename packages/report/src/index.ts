export { calibrationOutline } from './content/calibration-outline.ts'
export { combinationEvidence } from './content/combination/combination-evidence.ts'
export { combinationPage } from './content/combination/combination-page.ts'
export {
  type Field,
  headingsOf,
  type List,
  note,
  type RatioLine,
  type Ratios,
  type Table,
} from './content/document.ts'
export { engineText } from './content/engine-text.ts'
export { shellQuoted } from './content/evidence/command-text.ts'
export { evidenceOutline } from './content/evidence/evidence-outline.ts'
export { rerunOutline } from './content/evidence/rerun-outline.ts'
export { coldPool } from './content/figures/start-figures.ts'
export { answerOf } from './content/matrix/answer.ts'
export type { Outline } from './content/outline.ts'
export { type RecordEntry, recordEntryOf, recordsPage, recordsTable } from './content/record-list.ts'
export { caseName, paramsText } from './content/section.ts'
export { samplesTables } from './content/tables/samples.ts'
export * from './history/history.ts'
export { historyPage } from './history/history-outline.ts'
export { matrixParts } from './markdown/print-matrix.ts'
export { renderMarkdown } from './markdown/render-markdown.ts'
export { renderOutlineMarkdown, renderOutlinesMarkdown } from './markdown/render-outline.ts'
export { renderBlocks } from './terminal/print-blocks.ts'
export { renderAnswer } from './terminal/render-answer.ts'
export { renderHeader } from './terminal/render-header.ts'
export { type LivePair, renderLive } from './terminal/render-live.ts'
export { renderOutline, renderOutlines } from './terminal/render-outline.ts'
export { renderReport } from './terminal/render-report.ts'
export * from './timeline/series.ts'
export { timelineCsv, timelineJson } from './timeline/timeline-data.ts'
export { timelinePage } from './timeline/timeline-outline.ts'
export { causeText, changesOf, seriesNotes } from './timeline/timeline-text.ts'
