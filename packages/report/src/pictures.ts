/** What draws. Apart, since the library for it takes a third of a second to load, which no measuring command needs. */

export { renderDifferences, renderForest, renderMachines, renderMatrices } from './charts/picture-files.ts'
export { withoutFolds } from './html/explore/fold.ts'
export { type PageScript, scriptOf } from './html/explore/script.ts'
export { documentText, type PageFrame, policyOf } from './html/page.ts'
export { renderHtml } from './html/render-html.ts'
export { outlinesMarkup, renderOutlinesHtml } from './html/render-outlines.ts'
