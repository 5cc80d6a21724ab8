import { headingsOf } from '../../content/document.ts'
import type { KeptRecord } from '../../scoreboard/kept-record.ts'
import { type ReleaseStep, releaseSteps, reversals } from '../../scoreboard/release-steps.ts'
import { html, type Markup } from '../markup.ts'
import { tableMarkup } from '../table.ts'
import { type Places, sourceField } from './places.ts'
import { ratioField, verdictField } from './ratio-field.ts'

/** Returns a suite over the releases of each runtime, a row for each case, pair of releases and record; null without any. */
export function releasesMarkup(suite: string, kept: readonly KeptRecord[], places: Places): Markup | null {
  const byRuntime = Map.groupBy(releaseSteps(kept, suite), ({ runtime }) => runtime)
  if (byRuntime.size === 0) return null
  return html`<p>Each row is one record, with its day and machine. Over 1, the second release takes longer than the first.</p>
${Array.from(byRuntime, ([runtime, steps]) => runtimePart(runtime, steps, places))}`
}

function runtimePart(runtime: string, steps: readonly ReleaseStep[], places: Places): Markup {
  const rows = steps.map((step, index) => [
    html`${step.label === steps[index - 1]?.label ? html`<span class="quiet">${step.label}</span>` : html`<code>${step.label}</code>`}`,
    `${step.base} → ${step.head}`,
    ratioField(step.comparison),
    verdictField(step.comparison),
    sourceField(step.kept, places),
  ])
  const reversed = reversals(steps)
  return html`<h3 id="releases-${runtime}">${runtime}</h3>
${reversed.length === 0 ? null : html`<p class="banner">Records disagree on ${reversed.join(', ')}: one says slower, another faster. The answer depends on the machine or the hour.</p>`}
${tableMarkup(`Releases of ${runtime} compared`, headingsOf(['case', 'releases', 'ratio', 'verdict', 'record, day, machine']), rows)}`
}
