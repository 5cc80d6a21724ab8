export { bar } from './bar.ts'
export { codeLine } from './code-line.ts'
export { ANSI_SEQUENCES, colorize, type Role, type TerminalStyle } from './colorize.ts'
export { displayWidth, pad } from './display-width.ts'
export {
  commitText,
  counted,
  durationText,
  type EstimateText,
  formatBytes,
  formatBytesEstimate,
  formatCount,
  formatCountEstimate,
  formatDuration,
  formatDurationEstimate,
  formatMemory,
  formatPercent,
  formatRatio,
  formatShare,
  joined,
  launchesText,
  minuteText,
  ratioText,
} from './format.ts'
export { SIGNS } from './glyphs.ts'
export * from './phrase.ts'
export { IS_PUBLISHED, NAME, PROGRAM } from './program-name.ts'
export { ratioPlot, ratioPlotHeading } from './ratio-plot.ts'
export { renderRows } from './render-rows.ts'
export { sanitize } from './sanitize.ts'
export { knownRange, rangeText, shortEstimate } from './short-estimate.ts'
export { sparkline, sparklineHeading } from './sparkline.ts'
export { alignedEstimates, type Column, cell, GAP, tableLines, tableWidth } from './table.ts'
export * from './warning-text.ts'
export { NO_BREAK_SPACE, wrap } from './wrap.ts'
