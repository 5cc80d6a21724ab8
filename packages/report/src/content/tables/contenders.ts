import type { EstimateRecord, ResultRecord, RunRecord } from '@steelyard/record'
import { unsteadiness, unsteadyShares } from '@steelyard/stats'
import { name, ratioText, SIGNS } from '@steelyard/text'
import { type Axis, axisOf, mainAxis, sidesOf } from '../axis.ts'
import { type Field, headingsOf, type Table } from '../document.ts'
import { engineText } from '../engine-text.ts'
import { onlyOne } from '../only-one.ts'
import { timeText, timeValue } from '../result-time.ts'
import { iterationName, type Section } from '../section.ts'
import { statusWord } from '../status-word.ts'
import { type VerdictMark, verdictMark } from '../verdict-mark.ts'

const MAX_NAME_LENGTH = 20

/** What each contender of a section took, how that stands to its base, and the verdict. */
export type Contenders = ReturnType<typeof contendersOf>

/** otherRatio: on the clock that no verdict reads. */
export type ColumnId = 'wall' | 'cpu' | 'ratio' | 'otherRatio' | 'verdict'

/** What a row shows, before it is known in which columns. */
type MarkedRow = ReturnType<typeof rowsOf>[number]

/** A contender against one base: it has a row for each. */
export type ContenderRow = Contenders['rows'][number]

/** Returns the contenders of a section; without rows where nothing was measured. */
export function contendersOf(section: Section) {
  const axis = mainAxis(section)
  const rows = rowsOf(section, axis)
  const iteration = iterationName(section)
  const isCpu = section.comparisons.some(({ metric }) => metric === 'cpu')
  const clock = isCpu ? 'CPU ratio' : 'ratio'
  // The base by name where all rows share one and it is short.
  const base = onlyOne(rows.map(row => row.base))
  const isNamed = base !== null && base.length <= MAX_NAME_LENGTH
  const hasRatios = rows.every(({ result }) => result.foreign === null)
  const hasBothClocks = axis === 'targets' && rows.some(({ comparison }) => comparison?.otherClockRatio)
  const column = (id: ColumnId, text: string) => ({
    ...{ id, text: [text], numeric: id !== 'verdict' },
    isSpare: id === 'cpu' || id === 'otherRatio',
  })
  return {
    axis,
    /** Columns that have something to show, in their order. */
    columns: [
      column('wall', `wall/${iteration}`),
      column('cpu', `CPU/${iteration}`),
      ...(hasRatios ? [column('ratio', `${clock} to ${isNamed ? base : 'base'}`)] : []),
      ...(hasBothClocks ? [column('otherRatio', isCpu ? 'wall ratio' : 'CPU ratio')] : []),
      column('verdict', 'verdict'),
    ],
    /** Rows by what is compared, the base first. */
    rows: rows.map(row => ({ ...row, values: valuesOf(row, axis) })),
  }
}

/** A flag variant of each runtime is compared with its own plain build: then what is compared has several bases. */
function rowsOf(section: Section, axis: Axis) {
  const named = section.results
    .map(result => ({
      result,
      /** The target where cases are compared, else the case. */
      common: axis === 'cases' ? result.target : result.case,
      /** The other of the two. */
      label: axis === 'cases' ? result.case : result.target,
    }))
    .toSorted((a, b) => targetPlace(a.result, section) - targetPlace(b.result, section))
  const titles = axis === 'cases' ? section.targets : new Set(section.results.map(result => result.case))
  return Array.from(titles).flatMap(common => {
    const own = named.filter(each => each.common === common)
    const against = section.comparisons.filter(
      each => axisOf(each) === axis && sidesOf(each, axis).common === common,
    )
    const sides = against.map(each => sidesOf(each, axis))
    const compared = new Set(sides.flatMap(({ base, head }) => [base, head]))
    const byBase = Map.groupBy(against, each => sidesOf(each, axis).base)
    if (byBase.size === 0) byBase.set(axis === 'cases' ? section.suite.baseline : (own[0]?.label ?? ''), [])
    return Array.from(byBase).flatMap(([base, ofBase], index) =>
      own
        .map(each => {
          const found = ofBase.filter(comparison => sidesOf(comparison, axis).head === each.label)
          const isBase = each.label === base
          const comparison = isBase ? null : (found.find(({ paired }) => paired) ?? found[0] ?? null)
          return { ...each, base, isBase, comparison }
        })
        // What could not be compared with anything, because it failed, stands with the first base.
        .filter(
          ({ isBase, comparison, label }) =>
            isBase || comparison !== null || (index === 0 && !compared.has(label)),
        )
        .toSorted((a, b) => Number(b.isBase) - Number(a.isBase)),
    )
  })
}

function targetPlace({ target }: ResultRecord, { targets }: Section): number {
  return targets.indexOf(target)
}

export function contendersTable({ axis, columns, rows }: Contenders, targets: RunRecord['targets']): Table {
  const bases = new Set(rows.map(({ base }) => base))
  const groups = Map.groupBy(rows, ({ common, base }) => JSON.stringify([common, base]))
  return {
    title: [],
    headings: [...headingsOf([axis === 'cases' ? 'case' : 'target']), ...columns],
    rows: Array.from(groups.values()).flatMap(members => {
      const [{ common, base } = { common: '', base: '' }] = members
      const target = axis === 'cases' ? targets.find(({ id }) => id === common) : undefined
      const engine = target === undefined ? '' : engineText(target.engine)
      return [
        [
          [
            name(common),
            ...(engine === '' ? [] : [{ text: ` ${engine}`, role: 'quiet' as const }]),
            ...(bases.size > 1 ? [' against ', name(base)] : []),
          ],
        ],
        ...members.map(row => [[name(row.label)], ...columns.map(({ id }) => row.values[id])]),
      ]
    }),
  }
}

/** Returns the contenders by case, in the order of the results, each with its targets in the order of the record. */
export function caseRowsOf({ rows }: Contenders, section: Section) {
  const byCase = Map.groupBy(rows, ({ result }) => result.case)
  return Array.from(new Set(section.results.map(result => result.case)), caseId => ({
    case: caseId,
    rows: (byCase.get(caseId) ?? []).toSorted(
      (a, b) => targetPlace(a.result, section) - targetPlace(b.result, section),
    ),
  })).filter(each => each.rows.length > 0)
}

function valuesOf(row: MarkedRow, axis: Axis): Readonly<Record<ColumnId, Field>> {
  const { result, comparison } = row
  const cpu = timeText(result, 'cpu')
  const ratio = (of: EstimateRecord | null | undefined) => (of ? ratioText(of) : '')
  return {
    wall: timeText(result, 'wall') ?? '',
    // A case that ran and has no reading of that clock is not one that did not run.
    cpu: cpu ?? (timeValue(result, 'wall') === null ? '' : null),
    ratio: ratio(comparison?.ratio),
    otherRatio: ratio(comparison?.otherClockRatio),
    verdict: rowMark(row, axis) ?? '',
  }
}

/** The end of a row: verdict, base, or why it has no numbers, and whether its launches were steady; null for nothing. */
function rowMark({ isBase, result, comparison }: MarkedRow, axis: Axis): VerdictMark | null {
  if (result.status !== 'ok') {
    const isGap = result.status === 'unsupported'
    const sign = isGap ? '–' : SIGNS.trouble
    return { sign, word: statusWord(result), reason: '', tail: '', role: isGap ? 'quiet' : 'trouble' }
  }
  // A time that is no mean of steady launches is marked.
  const states = result.launches.map(({ warmup }) => (warmup.state === 'bimodal' ? 'steady' : warmup.state))
  const state = unsteadiness(unsteadyShares(states))
  const reason = state === null ? '' : `(${state})`
  if (isBase) {
    return { sign: '', word: axis === 'cases' ? 'baseline' : 'base', reason, tail: '', role: 'quiet' }
  }
  if (comparison === null) return null
  const mark = verdictMark(comparison)
  return mark.reason === '' ? { ...mark, reason } : mark
}
