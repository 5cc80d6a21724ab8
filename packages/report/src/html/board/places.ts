import type { KeptRecord } from '../../scoreboard/kept-record.ts'
import { html, type Markup } from '../markup.ts'

/** Where other pages are, seen from the one that is made. */
export interface Places {
  record(kept: KeptRecord): string
  /** null where a suite has no page. */
  suite(name: string): string | null
}

/** Returns the link to the page of a record. */
export function recordLink(kept: KeptRecord, places: Places): Markup {
  return html`<a href="${places.record(kept)}">${kept.name}</a>`
}

/** Returns the name of a suite, as a link where it has a page. */
export function suiteLink(name: string, places: Places): Markup {
  const place = places.suite(name)
  return place === null ? html`${name}` : html`<a href="${place}">${name}</a>`
}
