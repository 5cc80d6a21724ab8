import type { RunRecord } from '@steelyard/record'
import { phraseText } from '@steelyard/text'
import { causeFigures } from '../content/figures/cause-figures.ts'
import { sectionsOf } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'
import { differenceFlame } from './cause-flames.ts'
import { svgFile } from './draw/draw.ts'

/**
 * Returns for each verdict of a record that has profiles where base and head differ, the text of an SVG file that needs
 * nothing else.
 */
export function renderDifferences(unsafe: RunRecord): string[] {
  const record = shownRecord(unsafe)
  const figures = sectionsOf(record).flatMap(section => causeFigures(section, record, { unicode: true }))
  return figures
    .flatMap(({ cause, table }) => differenceFlame(cause, phraseText(table.title)) ?? [])
    .map(svgFile)
}
