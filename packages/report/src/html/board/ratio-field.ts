import type { ComparisonRecord } from '@steelyard/record'
import { formatRatio } from '@steelyard/text'
import { markText, verdictMark } from '../../content/verdict-mark.ts'
import { html, type Markup } from '../markup.ts'

/** Returns a ratio with its interval and how many launches it rests on. */
export function ratioField({ ratio }: Pick<ComparisonRecord, 'ratio'>): Markup {
  return html`<span class="ratio">${formatRatio(ratio)} <span class="quiet">n=${ratio.n}</span></span>`
}

/** Returns the verdict of a comparison, or why there is none. */
export function verdictField(comparison: ComparisonRecord): Markup {
  const mark = verdictMark(comparison, { unicode: true })
  return html`<span class="${mark.role}">${markText(mark)}</span>`
}
