import type { RunRecord } from '@steelyard/record'
import { html, Markup } from '@steelyard/report/board'
import { documentText, type PageScript, renderHtml } from '@steelyard/report/pictures'
import { relative } from './links.ts'
import { AREAS, type Area, type TextPage } from './pages.ts'

type SitePlace = Pick<TextPage, 'output' | 'title'>

/** A page of the site around its text. */
export interface Shell extends SitePlace {
  readonly area: Area
  /** Pages of the same area, where a reader may want the next. */
  readonly siblings: readonly SitePlace[]
}

const RECORD_MAIN = '<main id="report">'

export const ICON_FILE = 'icon.svg'

/** A beam with a long and a short arm, in one colour on light and dark. */
export const ICON: string = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M3,12h26M9,12l-5,11h10zM24,12v6M21,18h6v6h-6zM16,4v8" fill="none" stroke="#0b7a9b" stroke-width="2.5" stroke-linejoin="round"/></svg>\n`

/** Shown where a link to the site is shared. */
export const PREVIEW_FILE = 'preview.png'
const DESCRIPTION =
  'Shows which JavaScript runtime, build or flag runs your code faster, and says so when it cannot tell.'

/** Returns a page; it can be read without its script. */
export function pageText(
  { output, area, title, siblings }: Shell,
  body: Markup,
  script: PageScript | null = null,
): string {
  const scripts = script === null ? '' : `; script-src ${script.source}`
  return documentText({
    title: title === 'Steelyard' ? title : `${title} – Steelyard`,
    policy: `default-src 'none'; style-src 'self'; img-src 'self'${scripts}; base-uri 'none'; form-action 'none'`,
    head: html`<meta name="description" content="${DESCRIPTION}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${DESCRIPTION}">
<meta property="og:image" content="${relative(output, PREVIEW_FILE)}">
<link rel="icon" href="${relative(output, ICON_FILE)}">
<link rel="stylesheet" href="${relative(output, 'style.css')}">`,
    body: html`<body>
<a class="skip" href="#text">Skip to the text</a>
${siteNavigation(output, area)}
<main id="text">
${body}
</main>
${siblings.length === 0 ? null : html`<nav class="part" aria-label="Pages of this part"><ul>${siblings.map(page => linkItem(output, page, page.output === output))}</ul></nav>`}
<footer><p>Every number holds for its machine and its day. Times are not compared between runs.</p></footer>
${script === null ? null : html`<script>${new Markup(script.text)}</script>`}
</body>`,
  })
}

/** Returns the page of a record, which stands alone, with the links of the site before its main part. */
export function recordPageText(record: RunRecord, output: string): string {
  const page = renderHtml([record])
  const [before = '', after, ...others] = page.split(RECORD_MAIN)
  if (after === undefined || others.length > 0) throw new Error(`the page of a record has one ${RECORD_MAIN}`)
  return `${before}${siteNavigation(output, 'records').text}\n${RECORD_MAIN}${after}`
}

function siteNavigation(output: string, current: Area): Markup {
  const items = AREAS.map(link => linkItem(output, link, link.area === current))
  return html`<nav class="site" aria-label="Site"><ul>${items}</ul></nav>`
}

function linkItem(from: string, { output, title }: SitePlace, isCurrent: boolean): Markup {
  const current = isCurrent ? new Markup(` aria-current="${output === from ? 'page' : 'true'}"`) : null
  return html`<li><a href="${relative(from, output)}"${current}>${title}</a></li>`
}
