import { html, Markup } from '../markup.ts'

/**
 * Returns what opens on demand. A browser that runs scripts takes the content of `noscript` for one text, which the
 * script makes a part of the page when it is unfolded: so a large report has few nodes. Without scripts it is there at
 * once. Folds in it come with it: they are opened, not made.
 */
export function foldMarkup(summary: Markup, content: Markup, attributes: FoldAttributes = {}): Markup {
  const written = Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`)
  return html`<details${written}><summary>${summary}</summary><noscript>${withoutFolds(content)}</noscript></details>`
}

/** Returns markup whose folds come with it: all other text of a page is escaped, so these tags are of folds. */
export function withoutFolds({ text }: Markup): Markup {
  return new Markup(text.replaceAll(/<\/?noscript>/g, ''))
}

interface FoldAttributes {
  readonly class?: 'case' | 'more' | 'more whole'
  readonly id?: string
  /** The case that a filter knows it by. */
  readonly 'data-case'?: string
}
