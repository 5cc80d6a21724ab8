import { reportScript } from './explore/script.ts'
import { frameLinks, frameScript, type PageFrame, policyOf } from './frame.ts'
import { html, Markup } from './markup.ts'
import { STYLE } from './style.ts'

/**
 * Returns a page that needs no other file and makes no request.
 *
 * @param frame what surrounds it where it is one of several; with a state it asks its server for news
 */
export function pageText(
  title: string,
  body: readonly Markup[],
  howToRead: readonly string[],
  frame: PageFrame | null = null,
): string {
  const state = frame?.state ?? null
  return documentText({
    title: `${title} – Steelyard`,
    policy: policyOf(frame),
    head: html`<style>${new Markup(STYLE)}</style>`,
    body: html`<body${state === null ? null : html` data-state="${state}"`}>
<a class="skip" href="#report">Skip to the report</a>
<main id="report">
${frameLinks(frame)}
${body}
</main>
<footer><h2>How to read it</h2>
${howToRead.map(sentence => html`<p>${sentence}</p>`)}</footer>
<script>${new Markup(reportScript().text)}</script>
${frameScript(frame)}
</body>`,
  })
}

/** What a document of HTML is made of. */
export interface DocumentParts {
  readonly title: string
  /** What a browser may do with it. */
  readonly policy: string
  readonly head: Markup
  /** With its tag. */
  readonly body: Markup
}

/** Returns a document of HTML. */
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
