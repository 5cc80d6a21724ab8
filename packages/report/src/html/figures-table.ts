import { headingsOf } from '../content/document.ts'
import type { Figures } from '../content/figures/figures.ts'
import { html, type Markup, phraseMarkup } from './markup.ts'
import { tableMarkup } from './table.ts'

/** Returns figures as the terminal shows them, of all cases or of one. */
export function figuresTable(
  { title, rowHeading = 'target', headings, blocks }: Figures,
  caseId: string | null = null,
): Markup {
  const shown = blocks.filter(block => caseId === null || block.case === caseId)
  return tableMarkup(
    caseId === null ? title : `${caseId}: ${title}`,
    headingsOf([rowHeading], headings),
    shown.flatMap(block => [
      ...(caseId === null ? [[html`<code>${block.case}</code>`]] : []),
      ...block.rows.map(({ target, cells }) => [
        html`<code>${target}</code>`,
        ...cells.map(figure => figure ?? '–'),
      ]),
    ]),
  )
}

/** Returns figures below their title, with what is to be said of them. */
export function figuresPart(figures: Figures): Markup {
  return html`<h4>${figures.title}</h4>
${untitledFigures(figures)}`
}

/** Returns figures with what is to be said of them. */
export function untitledFigures(figures: Figures): Markup {
  return html`<p class="note">${figures.about}</p>
${figuresTable(figures)}
${figures.notes.map(note => html`<p class="note">${phraseMarkup(note)}</p>`)}`
}
