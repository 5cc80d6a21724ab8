import type { Charset } from '@steelyard/text'
import type { Section } from '../section.ts'
import { callFigures } from './call-figures.ts'
import type { Figures } from './figures.ts'
import { memoryFigures } from './memory-figures.ts'
import { serverFigures } from './server-figures.ts'
import { bundleFigures, firstRequestFigures, startFigures, startPhaseFigures } from './start-figures.ts'

/** Returns every table that a section has beside the one with its times, in the order in which they are shown. */
export function allFigures(section: Section, script: Charset): Figures[] {
  return [
    startFigures(section, script),
    firstRequestFigures(section, script),
    startPhaseFigures(section, script),
    bundleFigures(section),
    ...serverFigures(section, script),
    memoryFigures(section, script),
    callFigures(section, script),
  ].filter(figures => figures !== null)
}
