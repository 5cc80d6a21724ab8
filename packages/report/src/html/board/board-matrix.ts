import type { ComparisonRecord, RunRecord, TargetRecord } from '@steelyard/record'
import { SIGNS, shortEstimate } from '@steelyard/text'
import { ratioShade } from '../../charts/matrix/shade.ts'
import { type Grid, type GridCell, PLAIN_CELL, plainLine } from '../../content/matrix/grid.ts'
import { machineStateOf } from '../../content/matrix/machine-state.ts'
import { recordEntryOf } from '../../content/record-list.ts'
import { sectionsOf } from '../../content/section.ts'
import { shownRecord } from '../../content/shown-record.ts'
import { suiteSummary } from '../../content/summary.ts'
import { withoutFolds } from '../explore/fold.ts'
import type { Markup } from '../markup.ts'
import { matrixPanel } from '../matrix/matrix-panel.ts'

/** A record among others, as it is safe to show. */
export type KeptRecord = ReturnType<typeof keptRecord>

/**
 * Returns a record with the description that stands next to each of its numbers, and its day in UTC: `2026-11-22`.
 *
 * @param name what it is known by, such as the path of its file
 */
export function keptRecord(name: string, unsafe: RunRecord) {
  const record = shownRecord(unsafe)
  const entry = recordEntryOf(record)
  return { name, record, sections: sectionsOf(record), entry, day: entry.startedAt.slice(0, 10) }
}

/** Where other pages are, seen from the one that is made. */
export interface Places {
  record(kept: KeptRecord): string
  /** null where a suite has no page. */
  suite(name: string): string | null
}

/**
 * Returns suites × runtimes as a heat matrix with a switch between machines. A row is one record of its suite on that
 * machine: with the most runtimes, then a quiet one, then the newest. A field is the ratio furthest from 1; fields are never added up.
 */
export function boardMatrixMarkup(kept: readonly KeptRecord[], places: Places): Markup | null {
  const about =
    "time ÷ the base's for the case that differs most, with its interval. Hatched: none beyond its interval, or undecided. A row is one record of one day"
  const byMachine = Map.groupBy(boardRows(kept), row => row.kept.entry.machine)
  const grids = Array.from(byMachine, ([label, rows]) => ({ label, rows: newestOf(rows) }))
    .toSorted((a, b) => b.rows.length - a.rows.length)
    .map(({ label, rows }, index): Grid => {
      const view = `m${index}` as const
      return { view, label, about, footnotes: [], meanings: [], ...fieldsOf(rows, places) }
    })
  const panel = matrixPanel({ grids, id: 'machine', frame: null, command: null })
  return panel && withoutFolds(panel)
}

/** The record with the most runtimes of each suite; a quiet one where there are several, and of these the newest. */
function newestOf(rows: readonly BoardRow[]): BoardRow[] {
  const bySuite = Map.groupBy(rows, ({ suite }) => suite.name)
  return Array.from(bySuite.values()).flatMap(own =>
    own
      .toSorted((a, b) => b.cells.length - a.cells.length || Number(isQuiet(b)) - Number(isQuiet(a)))
      .slice(0, 1),
  )
}

function isQuiet({ kept }: BoardRow): boolean {
  return !machineStateOf(kept.record).isNoisy
}

function fieldsOf(rows: readonly BoardRow[], places: Places): Pick<Grid, 'rows' | 'columns' | 'cells'> {
  const targets = rows.flatMap(({ kept }) => kept.record.targets)
  const runtimes = Array.from(new Set(targets.map(({ runtime }) => runtime)))
  const ratios = rows.flatMap(({ cells }) =>
    cells.flatMap(({ furthest }) => furthest?.comparison.ratio.value ?? []),
  )
  const scale = [Math.min(1, ...ratios), Math.max(1, ...ratios)] as const
  return {
    columns: runtimes.map(plainLine),
    rows: rows.map(row => ({
      ...{ ...plainLine(row.suite.name), href: places.suite(row.suite.name) },
      aside: `${row.kept.day}${isQuiet(row) ? '' : ', noisy'}`,
    })),
    cells: rows.map(row => runtimes.map(runtime => cellOf(row, runtime, scale, places))),
  }
}

function cellOf(
  { kept, bases, cells }: BoardRow,
  runtime: string,
  scale: readonly [number, number],
  places: Places,
): GridCell {
  const cell = cells.find(each => each.runtime === runtime)
  if (cell === undefined) {
    const isBase = kept.record.targets.some(target => target.runtime === runtime && bases.includes(target.id))
    return isBase ? { ...PLAIN_CELL, value: 'base', shade: 'base' } : PLAIN_CELL
  }
  const { verdicts, furthest } = cell
  const word = verdicts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ')
  const href = places.record(kept)
  if (furthest === null) return { ...PLAIN_CELL, value: '?', shade: 'open', word, href }
  const { ratio, verdict } = furthest.comparison
  const { value, interval } = shortEstimate(ratio)
  return {
    ...{ ...PLAIN_CELL, value, interval, word, href, below: furthest.label },
    sign: SIGNS[verdict ?? 'inconclusive'],
    shade: ratioShade(verdict, ratio.value, scale),
  }
}

/** What one record says of one suite. Two records never share a row: each has its machine and its day. */
type BoardRow = ReturnType<typeof rowsOf>[number]

/**
 * Returns how runtimes came out in records, by name of the suite, the newest record first. Only what shared launches
 * counts, between releases as they come, and only in whole records of our own with verdicts, not of a first look alone.
 */
export function boardRows(kept: readonly KeptRecord[]): BoardRow[] {
  return kept
    .filter(
      ({ record: { status, foreign, agreements, command } }) =>
        status === 'complete' && foreign === null && agreements.length === 0 && !command.includes('--quick'),
    )
    .flatMap(rowsOf)
    .toSorted(
      (a, b) =>
        a.suite.name.localeCompare(b.suite.name) ||
        b.kept.record.startedAt.localeCompare(a.kept.record.startedAt),
    )
}

function rowsOf(kept: KeptRecord) {
  const released = new Map(kept.record.targets.filter(isRelease).map(({ id, runtime }) => [id, runtime]))
  const counts = (comparison: ComparisonRecord) => {
    const [base, head] = [released.get(comparison.base), released.get(comparison.head)]
    return comparison.paired && base !== undefined && head !== undefined && base !== head
  }
  const sections = kept.sections
    .map(section => ({ ...section, comparisons: section.comparisons.filter(counts) }))
    .filter(({ comparisons }) => comparisons.length > 0)
  return Array.from(
    Map.groupBy(sections, ({ suite }) => suite),
    ([suite, own]) => {
      const { bases, targets } = suiteSummary(suite, own)
      const cells = targets.map(each => ({ ...each, runtime: released.get(each.target) ?? '' }))
      return { kept, suite, bases, cells }
    },
  ).filter(({ cells }) => cells.some(({ verdicts }) => verdicts.length > 0))
}

/** Whether it is as it comes: without flags, and no build. */
function isRelease({ flags, environment, binary }: TargetRecord): boolean {
  return flags.length === 0 && Object.keys(environment).length === 0 && binary.source === 'npm'
}
