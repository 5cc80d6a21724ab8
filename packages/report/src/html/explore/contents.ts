import type { SectionPart, SuitePart } from '../../content/report-document.ts'
import { caseRowsOf } from '../../content/tables/contenders.ts'
import { html, type Markup } from '../markup.ts'

/** A suite, and where it stands on the page. */
export interface SuiteView extends SuitePart {
  readonly anchor: string
}

/** Returns where the results for one choice of parameters stand. */
export function sectionAnchor({ anchor }: SuiteView, place: number): string {
  return `${anchor}p${place}`
}

/** Returns where a case stands, by its place among the cases of its section. */
export function caseAnchor(section: string, place: number): string {
  return `${section}c${place}`
}

/** Returns links to every suite, every choice of parameters and every case; null where there is but one case. */
export function contentsPart(views: readonly SuiteView[], label: string): Markup | null {
  const cases = views.flatMap(({ sections }) => sections.flatMap(casesOf))
  if (cases.length < 2) return null
  return html`<nav aria-label="${label}"><ul>${views.map(
    view =>
      html`<li>${views.length > 1 ? html`<a href="#${view.anchor}"><b>${view.suite.name}</b></a> ` : null}${view.sections.map(
        (section, place) => sectionLinks(section, sectionAnchor(view, place)),
      )}`,
  )}</ul></nav>`
}

function sectionLinks(section: SectionPart, anchor: string): Markup {
  const links = casesOf(section).map(
    (caseId, place) => html` <a href="#${caseAnchor(anchor, place)}">${caseId}</a>`,
  )
  if (section.params === '') return html`${links}`
  return html`<span><a class="params" href="#${anchor}">${section.params}</a>${links}</span> `
}

/** Returns the cases of a section in the order of its results: those of which there are rows. */
export function casesOf({ section, contenders }: SectionPart): string[] {
  return caseRowsOf(contenders, section).map(found => found.case)
}
