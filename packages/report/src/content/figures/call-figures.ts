import type { CallsRecord } from '@steelyard/record'
import { formatDuration, formatShare } from '@steelyard/text'
import type { Table } from '../document.ts'
import type { Section } from '../section.ts'
import { type FigureColumn, figuresOf, missingNotes } from './figures.ts'

const TIMES = [
  ['mean', 'meanNs'],
  ['p50', 'p50Ns'],
  ['p95', 'p95Ns'],
  ['p99', 'p99Ns'],
  ['max', 'maxNs'],
] as const

/** Either of them is the share that is shown. */
const SHARES: readonly FigureColumn<CallsRecord>[] = [
  ['over in CPU time', shareText, 'overInCpu'],
  ['over in wall time', shareText, 'overInWall'],
]

/** Returns what single calls took in a section; null when none were timed. */
export function callFigures(section: Section): Table | null {
  const [budgetNs] = section.results.flatMap(({ calls }) => calls?.budget?.budgetNs ?? [])
  const budgetText = budgetNs === undefined ? '' : formatDuration(budgetNs)
  const about =
    'wall time of one call each, alone in a process' +
    (budgetText === ''
      ? ''
      : `; share of the calls that take over ${budgetText} of CPU time, or of wall time where it says so, with 95 % intervals`)
  const times = TIMES.map(([heading, field]): FigureColumn<CallsRecord> => {
    const textOf = ({ [field]: ns }: CallsRecord) => (ns === null ? null : formatDuration(ns))
    return [heading, textOf, field]
  })
  return figuresOf(
    section,
    { title: 'Single calls', about },
    ({ calls }) => calls,
    [
      ['calls', ({ wallNs }) => String(wallNs.length)],
      ...times,
      ...(budgetText === '' ? [] : [[`over ${budgetText}`, shareText] satisfies FigureColumn<CallsRecord>]),
    ],
    missingNotes(section, [...times, ...SHARES], ({ calls }) => ({
      ...calls?.missing,
      ...calls?.budget?.missing,
    })),
  )
}

function shareText({ budget }: CallsRecord): string | null {
  if (budget?.overInCpu) return formatShare(budget.overInCpu)
  return budget?.overInWall ? `${formatShare(budget.overInWall)} wall` : null
}
