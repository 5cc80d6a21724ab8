import type { RunRecord } from '@steelyard/record'
import { formatRatio } from '@steelyard/text'
import { versionChart } from '../charts/version-chart.ts'
import { headingsOf } from '../content/document.ts'
import { type Section, sectionName } from '../content/section.ts'
import type { Figure } from './figure.ts'
import { html } from './markup.ts'
import { tableMarkup } from './table.ts'
import { type VersionSeries, versionSeries } from './version-series.ts'

/** Returns a line over versions for each runtime that has several; none without any. */
export function versionFigures(section: Section, targets: RunRecord['targets']): Figure[] {
  return versionSeries(section, targets).map(series => versionsFigure(section, series))
}

function versionsFigure(section: Section, { runtime, base, versions, points }: VersionSeries): Figure {
  return {
    title: `Versions of ${runtime}.`,
    hint: `Time relative to ${base}, which is hollow. Bars are intervals; versions stand evenly apart.`,
    svg: versionChart(`${sectionName(section)}: versions of ${runtime}`, runtime, versions, points),
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
