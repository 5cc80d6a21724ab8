/** Many records next to each other, as parts of pages. */

export { blockMarkup } from './html/block-markup.ts'
export { boardMatrixMarkup, type KeptRecord, keptRecord, type Places } from './html/board/board-matrix.ts'
export { html, Markup } from './html/markup.ts'
export { MACHINES_STYLE } from './html/matrix/matrix-style.ts'
export { STYLE } from './html/style.ts'
