import type { Phrase, Role, Span } from '@steelyard/text'

/** HTML that needs no more escaping. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Content = Markup | string | number | null | readonly Content[]

const COLORED: ReadonlySet<Role> = new Set(['slower', 'faster', 'same', 'inconclusive', 'trouble'])

/** Returns HTML in which every value is text, unless it is HTML already; null is nothing, lists follow each other. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + textOf(values[index] ?? null)).join(''))
}

function textOf(content: Content): string {
  if (content === null) return ''
  if (content instanceof Markup) return content.text
  if (typeof content === 'object') return content.map(textOf).join('')
  return escapeXml(String(content))
}

/** Text that is itself inside an element or a quoted attribute; what XML cannot hold is left out. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
  )
}

/** Returns a sentence with names as code and verdicts in their colour. */
export function phraseMarkup(phrase: Phrase): Markup {
  return html`${phrase.map(piece => {
    if (typeof piece === 'string') return piece
    const shown = spanMarkup(piece)
    return piece.href === undefined ? shown : html`<a href="${piece.href}">${shown}</a>`
  })}`
}

function spanMarkup({ text, role }: Span): Markup | string {
  if (role === 'name') return html`<code>${text}</code>`
  return COLORED.has(role) ? html`<strong class="${role}">${text}</strong>` : text
}

export function phraseList(phrases: readonly Phrase[]): Markup | null {
  if (phrases.length === 0) return null
  return html`<ul>${phrases.map(phrase => html`<li>${phraseMarkup(phrase)}</li>`)}</ul>`
}
