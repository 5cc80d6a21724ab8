export { bar } from './bar.ts'
export { PAINTS, paint, type Role } from './colorize.ts'
export { counted } from './counted.ts'
export { displayWidth, pad } from './display-width.ts'
export {
  durationText,
  type EstimateText,
  formatBytes,
  formatCount,
  formatDuration,
  formatDurationEstimate,
  formatMemory,
  formatPercent,
  formatRatio,
  formatShare,
  joined,
  ratioText,
} from './format.ts'
export { glyphs } from './glyphs.ts'
export { joinPhrases, name, nameList, type Phrase, phraseText } from './phrase.ts'
export { IS_PUBLISHED, NAME, PROGRAM } from './program-name.ts'
export { type RatioScale, ratioPlot, ratioPlotHeading } from './ratio-plot.ts'
export { renderRows } from './render-rows.ts'
export { plain } from './sanitize.ts'
export { type SparklineScale, sparkline, sparklineHeading } from './sparkline.ts'
export { alignedEstimates, type Column, cell, GAP, tableLines, tableWidth } from './table.ts'
export type { Look, Script } from './terminal-style.ts'
export { NO_BREAK_SPACE, wrap } from './wrap.ts'
