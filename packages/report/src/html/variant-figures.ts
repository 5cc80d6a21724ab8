import type { RunRecord } from '@steelyard/record'
import { formatRatio } from '@steelyard/text'
import { type HeatCell, heatMap } from '../charts/heat-map.ts'
import { versionChart } from '../charts/version-chart.ts'
import { headingsOf } from '../content/document.ts'
import type { Section } from '../content/section.ts'
import { markText, verdictMark } from '../content/verdict-mark.ts'
import type { Figure } from './figure.ts'
import { html } from './markup.ts'
import { subjectOf } from './overview-figures.ts'
import { tableMarkup } from './table.ts'
import { flagCells, type VersionSeries, versionSeries } from './variants.ts'

/** Returns a map of flag variants, and a line over versions for each runtime that has several; none without any. */
export function variantFigures(section: Section, targets: RunRecord['targets']): Figure[] {
  const cells = flagCells(section, targets)
  return [
    ...(cells.length > 1 ? [flagsFigure(section, cells)] : []),
    ...versionSeries(section, targets).map(series => versionsFigure(section, series)),
  ]
}

function flagsFigure(section: Section, cells: readonly HeatCell[]): Figure {
  const unpaired = cells.some(({ comparison }) => !comparison.paired)
  return {
    title: 'Flags.',
    hint: `Time relative to the same build without them. Red is slower, green is faster, pale is near 1.${unpaired ? ' What did not share launches has no verdict.' : ''}`,
    svg: heatMap(`${subjectOf(section)}: flag variants relative to the plain build`, cells),
    table: tableMarkup(
      'Flag variants relative to the plain build',
      [...headingsOf(['case', 'target', 'variant'], ['ratio']), ...headingsOf(['verdict'])],
      cells.map(({ group, label, column, comparison }) => [
        html`<code>${group}</code>`,
        html`<code>${label}</code>`,
        html`<code>${column}</code>`,
        formatRatio(comparison.ratio),
        markText(verdictMark(comparison, { unicode: true })),
      ]),
    ),
  }
}

function versionsFigure(section: Section, { runtime, base, versions, points }: VersionSeries): Figure {
  return {
    title: `Versions of ${runtime}.`,
    hint: `Time relative to ${base}, which is hollow. Bars are intervals; versions stand evenly apart.`,
    svg: versionChart(`${subjectOf(section)}: versions of ${runtime}`, runtime, versions, points),
    table: tableMarkup(
      `Versions of ${runtime}`,
      headingsOf(['case', 'version'], [`ratio to ${base}`]),
      points.map(({ case: caseId, version, ratio }) => [
        html`<code>${caseId}</code>`,
        html`<code>${version}</code>`,
        ratio === null ? 'base' : formatRatio(ratio),
      ]),
    ),
  }
}
