/** What draws. Apart, since the library for it takes a third of a second to load, which no measuring command needs. */

export { renderDifferences } from './charts/render-differences.ts'
export { type MatrixFile, renderMatrices } from './charts/render-matrix.ts'
export { renderForest, renderMachines, renderVersionsSvg } from './charts/render-ratios.ts'
export { withoutFolds } from './html/explore/fold.ts'
export { type PageFrame, policyOf } from './html/frame.ts'
export { type HistoryPage, renderHistoryHtml } from './html/history/render-history.ts'
export { renderCombinationHtml } from './html/render-combination.ts'
export { renderHtml } from './html/render-html.ts'
export { type ListedRecord, type RecordIndex, renderIndexHtml } from './html/render-index.ts'
export { renderOutlinesHtml } from './html/render-outlines.ts'
export {
  renderTimelineHtml,
  type TimelineDataLinks,
  timelineMarkup,
} from './html/timeline/render-timeline.ts'
