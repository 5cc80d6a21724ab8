import { type PageScript, scriptOf } from './explore/script.ts'
import { html, Markup } from './markup.ts'
import { STYLE } from './style.ts'

/** What surrounds a page that is one of several. */
export interface PageFrame {
  /** To pages that belong to it, shown above. */
  readonly links: readonly { readonly href: string; readonly text: string }[]
  /**
   * State of all that the page shows. A page with a state is loaded again as soon as its server, asked at `/state`,
   * names another. Null for a page that stays as it is.
   */
  readonly state: string | null
}

/** Returns what a browser may do with a page: run its own scripts and styles; with a state also ask for news. */
export function policyOf(frame: PageFrame | null): string {
  const sources = scriptsOf(frame).map(({ source }) => source)
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    // Pictures of the page itself, on their way to a PNG.
    'img-src blob:',
    `script-src ${sources.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(frame?.state == null ? [] : ["connect-src 'self'"]),
  ].join('; ')
}

/** Returns a page that needs no other file and makes no request but, with the state of a frame, for news. */
export function pageText(
  title: string,
  body: readonly Markup[],
  howToRead: readonly string[],
  frame: PageFrame | null = null,
): string {
  const links = frame?.links.map(({ href, text }) => html`<a href="${href}">${text}</a> `)
  const state = frame?.state ?? null
  const live = state === null ? null : html`<span class="live" role="status"></span>`
  return documentText({
    title: `${title} – Steelyard`,
    policy: policyOf(frame),
    head: html`<style>${new Markup(STYLE)}</style>`,
    body: html`<body${state === null ? null : html` data-state="${state}"`}>
<a class="skip" href="#report">Skip to the report</a>
<main id="report">
${links === undefined ? null : html`<nav aria-label="Pages">${links}${live}</nav>`}
${body}
</main>
<footer><h2>How to read it</h2>
${howToRead.map(sentence => html`<p>${sentence}</p>`)}</footer>
${scriptsOf(frame).map(({ text }) => html`<script>${new Markup(text)}</script>`)}
</body>`,
  })
}

function scriptsOf(frame: PageFrame | null): PageScript[] {
  const names = ['report-page', ...(frame?.state == null ? [] : ['live-page'])]
  return names.map(name => scriptOf(new URL(`browser/${name}.ts`, import.meta.url)))
}

/** What a document is made of: the policy says what a browser may do with it, the body has its tag. */
type DocumentParts = Readonly<Record<'title' | 'policy', string> & Record<'head' | 'body', Markup>>

export function documentText({ title, policy, head, body }: DocumentParts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
${body}
</html>
`.text
}
