import type { CallsRecord, ResultRecord } from '@steelyard/store'
import { type Figures, figuresOf, type Missing, missingNotes } from './figures.ts'
import { formatDuration, formatShare } from './format.ts'
import type { Script } from './look.ts'
import type { Section } from './section.ts'

const TIMES = [
  { heading: 'mean', field: 'meanNs' },
  { heading: 'p50', field: 'p50Ns' },
  { heading: 'p95', field: 'p95Ns' },
  { heading: 'p99', field: 'p99Ns' },
  { heading: 'max', field: 'maxNs' },
] as const

const SHARES = [
  { heading: 'CPU over', field: 'overInCpu' },
  { heading: 'wall over', field: 'overInWall' },
] as const

/** Returns what single calls took in a section; null when none were timed. */
export function callFigures(section: Section, script: Script): Figures | null {
  const timed = section.results.flatMap(({ calls }) => calls ?? [])
  const budgetNs = timed.find(({ budget }) => budget)?.budget?.budgetNs
  const about =
    'wall time of one call each, alone in a process' +
    (budgetNs === undefined
      ? ''
      : `; share of the calls over ${formatDuration(budgetNs, script)}, with 95 % intervals`)
  const shares = budgetNs === undefined ? [] : SHARES
  return figuresOf(
    section,
    {
      title: 'Single calls',
      about,
      headings: ['calls', ...TIMES.map(({ heading }) => heading), ...shares.map(({ heading }) => heading)],
    },
    ({ calls }) =>
      calls ? [...timeCells(calls, script), ...shares.map(each => shareCell(calls, each))] : null,
    missingNotes(section.results.flatMap(missingOf)),
  )
}

function timeCells(calls: CallsRecord, script: Script): (string | null)[] {
  return [
    String(calls.wallNs.length),
    ...TIMES.map(({ field }) => {
      const durationNs = calls[field]
      return durationNs === null ? null : formatDuration(durationNs, script)
    }),
  ]
}

function shareCell({ budget }: CallsRecord, { field }: (typeof SHARES)[number]): string | null {
  const share = budget?.[field] ?? null
  return share === null ? null : formatShare(share)
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
