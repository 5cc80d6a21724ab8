import type { SectionPart, SuitePart } from '../../content/report-document.ts'
import { html, type Markup } from '../markup.ts'

/** Returns links to every suite, every choice of parameters and every case; null where there is but one case. */
export function contentsPart(suites: readonly SuitePart[], label: string): Markup | null {
  if (suites.flatMap(({ sections }) => sections.flatMap(({ cases }) => cases)).length < 2) return null
  return html`<nav aria-label="${label}"><ul>${suites.map(
    ({ anchor, suite, sections }) =>
      html`<li>${suites.length > 1 ? html`<a href="#${anchor}"><b>${suite.name}</b></a> ` : null}${sections.map(sectionLinks)}`,
  )}</ul></nav>`
}

function sectionLinks({ anchor, params, cases }: SectionPart): Markup {
  const links = cases.map(found => html` <a href="#${found.anchor}">${found.case}</a>`)
  if (params === '') return html`${links}`
  return html`<span><a class="params" href="#${anchor}">${params}</a>${links}</span> `
}
