import { forestChart } from '../../charts/forest-chart.ts'
import { headingsOf } from '../../content/document.ts'
import { engineText } from '../../content/engine-text.ts'
import type { VersionRow } from '../../terminal/render-versions.ts'
import { html, Markup } from '../markup.ts'
import { tableMarkup } from '../table.ts'
import { ratioField } from './ratio-field.ts'

/** Returns versions and their ratios to the first, as a picture and a table. */
export function versionsMarkup(
  title: string,
  rows: readonly VersionRow[],
  rules: { readonly threshold: number; readonly biasAllowance: number },
): Markup {
  const drawn = rows.flatMap(({ name, runtime, ratio, remark, role }) =>
    ratio === null
      ? []
      : [
          {
            group: '',
            label: name,
            runtime,
            ratio,
            mark: remark.replace(/, step \d+$/, ''),
            markColor: role ?? 'quiet',
            paired: true,
          },
        ],
  )
  const fields = rows.map(({ name, engine, ratio, remark, role }) => [
    html`<code>${name}</code>`,
    engineText(engine),
    ratio === null ? '' : ratioField({ ratio }),
    html`<span class="${role ?? 'quiet'}">${remark}</span>`,
  ])
  const table = tableMarkup(title, headingsOf(['version', 'engine', 'ratio to the first', 'result']), fields)
  if (drawn.length === 0) return table
  const svg = forestChart(title, drawn, { ...rules, digits: false })
  return html`<figure><div class="scroll" tabindex="0" role="group" aria-label="Picture: ${title}">${new Markup(svg)}</div></figure>
${table}`
}
