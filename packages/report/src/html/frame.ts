import { createHash } from 'node:crypto'
import { POLICY } from './explore/script.ts'
import { html, Markup } from './markup.ts'

/** What surrounds a page that is one of several. */
export interface PageFrame {
  /** To pages that belong to it, shown above. */
  readonly links: readonly { readonly href: string; readonly text: string }[]
  /**
   * Of all that the page shows. A page with a state is loaded again as soon as its server, asked at `/events`, names
   * another. Null for a page that stays as it is.
   */
  readonly state: string | null
}

/**
 * Loads the page again when its server says that there is something new. A page that nobody sees listens to nothing: a
 * browser keeps few connections to one server.
 */
const LIVE_SCRIPT = `
'use strict'
{
  const { state } = document.body.dataset
  const status = document.querySelector('.live')
  let source = null
  function listen() {
    source = new EventSource('/events')
    source.onopen = () => { status.textContent = '' }
    source.onmessage = event => { if (event.data !== state) location.reload() }
    source.onerror = () => { status.textContent = 'The server does not answer. This page shows what it knew last.' }
  }
  function follow() {
    if (!document.hidden && source === null) listen()
    if (document.hidden && source !== null) {
      source.close()
      source = null
    }
  }
  document.addEventListener('visibilitychange', follow)
  follow()
}
`

const LIVE_POLICY: string = [
  POLICY.replace(
    /script-src /,
    `script-src 'sha256-${createHash('sha256').update(LIVE_SCRIPT).digest('base64')}' `,
  ),
  "connect-src 'self'",
].join('; ')

/** Returns what a browser may do with a page in a frame: besides its own script only ask whether there is something new. */
export function policyOf(frame: PageFrame | null): string {
  return frame === null || frame.state === null ? POLICY : LIVE_POLICY
}

/** Returns the links of a frame. */
export function frameLinks(frame: PageFrame | null): Markup | null {
  if (frame === null) return null
  const links = frame.links.map(({ href, text }) => html`<a href="${href}">${text}</a> `)
  return html`<nav aria-label="Pages">${links}${frame.state === null ? null : html`<span class="live" role="status"></span>`}</nav>`
}

/** Returns what of a frame stands at the end of the page. */
export function frameScript(frame: PageFrame | null): Markup | null {
  return frame === null || frame.state === null ? null : html`<script>${new Markup(LIVE_SCRIPT)}</script>`
}
