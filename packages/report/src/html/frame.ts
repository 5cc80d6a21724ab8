import { liveScript, reportScript } from './explore/script.ts'
import { html, Markup } from './markup.ts'

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

/**
 * Returns what a browser may do with a page: run its own scripts, use styles of its own and make no request. A page with a
 * state may also ask its server for news.
 */
export function policyOf(frame: PageFrame | null): string {
  const isLive = frame !== null && frame.state !== null
  const scripts = [reportScript(), ...(isLive ? [liveScript()] : [])].map(({ source }) => source)
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    // Pictures of the page itself, on their way to a PNG.
    'img-src blob:',
    `script-src ${scripts.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(isLive ? ["connect-src 'self'"] : []),
  ].join('; ')
}

/** Returns the links of a frame. */
export function frameLinks(frame: PageFrame | null): Markup | null {
  if (frame === null) return null
  const links = frame.links.map(({ href, text }) => html`<a href="${href}">${text}</a> `)
  return html`<nav aria-label="Pages">${links}${frame.state === null ? null : html`<span class="live" role="status"></span>`}</nav>`
}

/** Returns what of a frame stands at the end of the page. */
export function frameScript(frame: PageFrame | null): Markup | null {
  return frame === null || frame.state === null
    ? null
    : html`<script>${new Markup(liveScript().text)}</script>`
}
