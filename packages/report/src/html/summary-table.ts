import type { RunRecord } from '@steelyard/record'
import { formatRatio, glyphs } from '@steelyard/text'
import { headingsOf } from '../content/document.ts'
import { NONE_APART, type SuiteSummary, type Summary } from '../content/summary.ts'
import type { SuiteView } from './explore/contents.ts'
import { html, type Markup } from './markup.ts'
import { tableMarkup } from './table.ts'

/** Returns a line for each suite, and in it for each target its ratio furthest from 1 and how often each verdict was given. */
export function summaryMarkup(
  { suites, about, legend }: Summary,
  record: RunRecord,
  views: readonly SuiteView[],
): Markup {
  const targets = record.targets.filter(({ id }) =>
    suites.some(
      ({ suite, targets, bases }) =>
        targets.some(({ target }) => target === id) ||
        bases.includes(id) ||
        record.results.some(result => result.suite === suite.name && result.target === id),
    ),
  )
  const rows = suites.map(suite => {
    const { name, question } = suite.suite
    const anchor = views.find(view => view.suite.name === name)?.anchor ?? ''
    const against = suite.bases.length === 0 ? null : html`, against ${suite.bases.join(', ')}`
    const counts = html`<span class="${suite.missing.length === 0 ? 'quiet' : 'trouble'}">${suite.counts}</span>`
    return [
      html`<a href="#${anchor}">${name}</a> ${question}<br><span class="quiet">${counts}${against}</span>`,
      ...targets.map(({ id }) => targetField(suite, id, record)),
    ]
  })
  return html`${tableMarkup('Furthest ratios and verdicts by suite and target', headingsOf(['suite', ...targets.map(({ id }) => id)]), rows)}
<p class="note">In each field: ${about}.${legend === '' ? null : ` Then how often each verdict was given: ${legend}.`}</p>`
}

function targetField(suite: SuiteSummary, id: string, record: RunRecord): Markup {
  const found = suite.targets.find(({ target }) => target === id)
  if (found === undefined) return html`<span class="quiet">${whyNone(suite, id, record)}</span>`
  const { furthest, verdicts } = found
  const signs = glyphs({ unicode: true })
  const counts = verdicts.map(
    ({ verdict, count }) => html`<span class="${verdict}">${count}${signs[verdict]}</span> `,
  )
  if (furthest === null) return html`<span class="quiet">${NONE_APART}</span> ${counts}`
  const { ratio, verdict } = furthest.comparison
  return html`<span${verdict === null ? null : html` class="${verdict}"`}>${formatRatio(ratio)}</span> ${furthest.label} ${counts}`
}

function whyNone({ suite, bases }: SuiteSummary, id: string, { results }: RunRecord): string {
  if (bases.includes(id)) return 'base'
  const own = results.filter(result => result.suite === suite.name && result.target === id)
  if (own.length === 0) return 'not run'
  if (own.every(({ status }) => status === 'unsupported')) return 'unsupported'
  return own.some(({ status }) => status === 'ok') ? 'nothing compared' : 'not measured'
}
