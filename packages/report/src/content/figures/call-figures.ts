import type { CallsRecord, ResultRecord } from '@steelyard/record'
import type { Charset } from '@steelyard/text'
import { formatDuration, formatShare } from '@steelyard/text'
import type { Table } from '../document.ts'
import type { Section } from '../section.ts'
import { type FigureColumn, figuresOf, type Missing, missingNotes } from './figures.ts'

const TIMES = [
  { heading: 'mean', field: 'meanNs' },
  { heading: 'p50', field: 'p50Ns' },
  { heading: 'p95', field: 'p95Ns' },
  { heading: 'p99', field: 'p99Ns' },
  { heading: 'max', field: 'maxNs' },
] as const

/** In CPU time where available, else in wall time. */
const SHARES = [
  { heading: 'over in CPU time', field: 'overInCpu' },
  { heading: 'over in wall time', field: 'overInWall' },
] as const

/** Returns what single calls took in a section; null when none were timed. */
export function callFigures(section: Section, charset: Charset): Table | null {
  const timed = section.results.flatMap(({ calls }) => calls ?? [])
  const budgetNs = timed.find(({ budget }) => budget)?.budget?.budgetNs
  const budgetText = budgetNs === undefined ? '' : formatDuration(budgetNs, charset)
  const about =
    'wall time of one call each, alone in a process' +
    (budgetText === ''
      ? ''
      : `; share of the calls that take over ${budgetText} of CPU time, or of wall time where it says so, with 95 % intervals`)
  return figuresOf(
    section,
    { title: 'Single calls', about },
    ({ calls }) => calls,
    [
      ['calls', ({ wallNs }) => String(wallNs.length)],
      ...TIMES.map(
        ({ heading, field }): FigureColumn<CallsRecord> => [
          heading,
          calls => {
            const durationNs = calls[field]
            return durationNs === null ? null : formatDuration(durationNs, charset)
          },
        ],
      ),
      ...(budgetText === '' ? [] : [[`over ${budgetText}`, shareText] satisfies FigureColumn<CallsRecord>]),
    ],
    missingNotes(section.results.flatMap(missingOf)),
  )
}

function shareText({ budget }: CallsRecord): string | null {
  if (budget?.overInCpu) return formatShare(budget.overInCpu)
  return budget?.overInWall ? `${formatShare(budget.overInWall)} wall` : null
}

function missingOf(result: ResultRecord): Missing[] {
  const { calls } = result
  if (!calls) return []
  const reasons = { ...calls.missing, ...calls.budget?.missing }
  return [...TIMES, ...SHARES].flatMap(({ heading, field }) => {
    const why = reasons[field]
    return why === undefined ? [] : [{ result, what: heading, why }]
  })
}
