import type { RunRecord } from '@steelyard/record'
import type { Table } from '../document.ts'
import type { Section } from '../section.ts'
import { allocationFigures } from './allocation-figures.ts'
import { callFigures } from './call-figures.ts'
import { type CauseFigures, causeFigures } from './cause-figures.ts'
import { memoryFigures } from './memory-figures.ts'
import { serverFigures } from './server-figures.ts'
import { startFigures } from './start-figures.ts'
import { tierFigures } from './tier-figures.ts'
import { usageFigures } from './usage-figures.ts'

/** A table of figures, and what it is about: a page draws that too. */
export interface TopicFigures {
  readonly topic: 'start' | 'server' | 'memory' | 'allocations' | 'usage' | 'tiers' | 'calls' | 'causes'
  readonly table: Table
  /** Where it says what lies behind a verdict. */
  readonly cause?: CauseFigures
}

/** Returns every table that a section has besides the one with its times, in the order in which they are shown. */
export function allFigures(section: Section, record: RunRecord): TopicFigures[] {
  const about = (topic: TopicFigures['topic'], ...found: readonly (Table | null)[]) =>
    found.flatMap(table => (table === null ? [] : [{ topic, table }]))
  return [
    ...about('start', ...startFigures(section)),
    ...about('server', ...serverFigures(section)),
    ...about('memory', memoryFigures(section)),
    ...about('allocations', allocationFigures(section)),
    ...about('tiers', tierFigures(section)),
    ...about('usage', usageFigures(section)),
    ...about('calls', callFigures(section)),
    ...causeFigures(section, record).map(cause => ({ topic: 'causes' as const, table: cause.table, cause })),
  ]
}
