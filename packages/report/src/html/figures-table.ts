import type { Figures } from '../figures.ts'
import { html, type Markup } from './markup.ts'
import { tableMarkup } from './table.ts'

/** Returns figures as the terminal shows them, of all cases or of one. */
export function figuresTable({ title, headings, blocks }: Figures, caseId: string | null = null): Markup {
  const shown = blocks.filter(block => caseId === null || block.case === caseId)
  return tableMarkup(
    caseId === null ? title : `${caseId}: ${title}`,
    [{ text: 'target' }, ...headings.map(text => ({ text, numeric: true }) as const)],
    shown.flatMap(block => [
      ...(caseId === null ? [[html`<code>${block.case}</code>`]] : []),
      ...block.rows.map(({ target, cells }) => [
        html`<code>${target}</code>`,
        ...cells.map(figure => figure ?? '–'),
      ]),
    ]),
  )
}
