import { csvLine, type EstimateRecord, type TimelineRelease } from '@steelyard/record'
import type { TimelineSeries } from './series.ts'
import { engineName } from './timeline-text.ts'

/** A release in a series: its time ÷ that of the first, through the chain, and the step from the release before. */
export type TimelinePoint = ReturnType<typeof pointsOf>[number]

const ONE: EstimateRecord = { value: 1, lower: 1, upper: 1, level: 0.95, n: 0 }

export function pointsOf({ steps, levels }: TimelineSeries) {
  const [first] = steps
  if (first === undefined) return []
  return [
    { release: first.base, level: ONE, step: null },
    ...steps.map((step, index) => ({ release: step.head, level: levels[index] ?? ONE, step })),
  ]
}

const COLUMNS = [
  ...['suite', 'case', 'params', 'runtime', 'cpu_id', 'version', 'published', 'engine'],
  ...['level', 'level_lower', 'level_upper', 'step', 'step_lower', 'step_upper', 'launches', 'sessions'],
  ...['change', 'first_in', 'cannot_run'],
] as const

function rowsOf(all: readonly TimelineSeries[]): (string | number | null)[][] {
  return all.flatMap(series => {
    const { suite, runtime, key } = series
    const named = [suite, key.case, JSON.stringify(key.params), runtime, key.cpuId]
    const ofRelease = (release: TimelineRelease) => [release.version, release.date, engineName(release)]
    return [
      ...pointsOf(series).map(({ release, level, step }) => [
        ...named,
        ...ofRelease(release),
        ...[level.value, level.lower, level.upper],
        ...[step?.ratio.value ?? null, step?.ratio.lower ?? null, step?.ratio.upper ?? null],
        ...[step?.ratio.n ?? null, step?.sessions.length ?? null, step?.finding.change ?? null],
        ...[step?.cause?.unfound === null ? step.cause.bad : null, null],
      ]),
      ...series.gaps.map(({ release, gap }) => [
        ...named,
        ...ofRelease(release),
        ...Array.from({ length: 10 }, () => null),
        gap,
      ]),
    ]
  })
}

export function timelineCsv(all: readonly TimelineSeries[]): string {
  return [[...COLUMNS], ...rowsOf(all)].map(row => `${csvLine(row)}\n`).join('')
}

/** Returns the releases of all series, with what the anchors say. */
export function timelineJson(all: readonly TimelineSeries[]): string {
  const releases = rowsOf(all).map(row =>
    Object.fromEntries(COLUMNS.map((column, index) => [column, row[index]])),
  )
  const anchors = all.flatMap(({ suite, runtime, key, anchors: own }) =>
    own.map(({ base, head, ratio, loop, isOpen }) => ({
      ...{ suite, case: key.case, params: key.params, runtime, cpu_id: key.cpuId },
      ...{ base: base.version, head: head.version, ratio, chain_to_anchor: loop, disagrees: isOpen },
    })),
  )
  return `${JSON.stringify({ schema: 'steelyard/timeline@1', releases, anchors }, null, 1)}\n`
}
