import type { RunRecord } from '@steelyard/record'
import { seriesOf } from '../../charts/draw/palette.ts'
import { allocationChart, collectorChart } from '../../charts/memory-chart.ts'
import type { Figures } from '../../content/figures/figures.ts'
import { type Section, sectionName } from '../../content/section.ts'
import { type Figure, figureMarkup } from '../figure.ts'
import { figuresTable } from '../figures-table.ts'
import { html, type Markup, phraseMarkup } from '../markup.ts'

/** Returns what a section allocated and collected. */
export function memoryPart(figures: Figures, section: Section, targets: RunRecord['targets']): Markup {
  const measured = section.results.flatMap(({ case: group, target, memory }) => {
    const runtime = seriesOf(targets, target)
    return memory ? [{ group, label: target, runtime, memory }] : []
  })
  const allocations = measured.flatMap(({ memory: { bytesPerIteration }, ...row }) =>
    bytesPerIteration === null ? [] : [{ ...row, bytesPerIteration }],
  )
  const collectors = measured.flatMap(({ memory: { cpuShare }, ...row }) =>
    cpuShare === null ? [] : [{ ...row, ...cpuShare }],
  )
  const table = figuresTable(figures)
  const pictures: Figure[] = [
    ...(allocations.length === 0
      ? []
      : [
          {
            title: 'Allocated per iteration.',
            hint: 'By the engine’s own count, in a process whose times are not used.',
            svg: allocationChart(`${sectionName(section)}: bytes allocated per iteration`, allocations),
            table,
          },
        ]),
    ...(collectors.length === 0
      ? []
      : [
          {
            title: 'Time in the collector.',
            hint: 'Of the CPU time of the process. Filled: the main thread in pauses. Pale: helper threads, which also compile.',
            svg: collectorChart(`${sectionName(section)}: CPU time in the collector`, collectors),
            table,
          },
        ]),
  ]
  return html`<h4>${figures.title}</h4>
<p class="note">${figures.about}</p>
${pictures.length === 0 ? table : html`<div class="figures">${pictures.map(figureMarkup)}</div>`}
${figures.notes.map(note => html`<p class="note">${phraseMarkup(note)}</p>`)}`
}
