import type { ComparisonRecord, TargetRecord } from '@steelyard/record'
import { type Axis, axisOf } from '../axis.ts'
import { onlyOne } from '../only-one.ts'
import type { Section } from '../section.ts'
import { baseCell, type MatrixCell, missingCell, ratioCell } from './cell.ts'
import { footnotesOf } from './footnotes.ts'
import type { Matrix } from './matrix.ts'
import { targetLabels } from './target-labels.ts'

/** What a matrix must know of a target. */
export interface MatrixTarget extends Pick<TargetRecord, 'id' | 'runtime' | 'version'> {
  readonly binary: Pick<TargetRecord['binary'], 'sha256'>
}

/** A row of a suite: a case with one choice of parameters. */
type Row = ReturnType<typeof rowsOf>[number]

/** Returns the matrix of a suite, by its choices of parameters; null where nothing is compared along the axis. */
export function matrixOf(
  axis: Axis,
  sections: readonly Section[],
  { targets }: { readonly targets: readonly MatrixTarget[] },
): Matrix | null {
  const comparisons = sections.flatMap(section => section.comparisons.filter(each => axisOf(each) === axis))
  const [{ metric } = { metric: null }] = comparisons
  if (metric === null) return null
  const rows = rowsOf(axis, sections, comparisons)
  const columns = columnsOf(axis, targets, comparisons)
  const plain = rows.map(row => columns.map(column => cellOf(row, column, axis, metric)))
  const { cells, footnotes } = footnotesOf(plain, columns)
  const ratios = cells.flat().flatMap(({ ratio }) => (ratio === null ? [] : [ratio]))
  return {
    axis,
    title: axis === 'cases' ? 'Cases' : titleOf(targets, columns),
    about: aboutOf(axis, metric, rows, columns),
    ...{ metric, rows, columns, cells, footnotes },
    scale: [Math.min(1, ...ratios), Math.max(1, ...ratios)],
  }
}

function rowsOf(axis: Axis, sections: readonly Section[], comparisons: readonly ComparisonRecord[]) {
  const cases = new Set(comparisons.flatMap(each => [each.case, each.baseCase]))
  const bases = new Set(axis === 'cases' ? comparisons.map(each => each.baseCase) : [])
  return sections.flatMap(section => {
    const compared = section.comparisons.flatMap(each => [each.baseCase, each.case])
    const own = Array.from(new Set([...section.results.map(result => result.case), ...compared]))
    const params = sections.length > 1 ? ` ${valuesText(section, sections)}` : ''
    return own
      .filter(caseId => cases.has(caseId))
      .toSorted((a, b) => Number(bases.has(b)) - Number(bases.has(a)))
      .map(caseId => ({
        id: caseId + params,
        label: caseId + params,
        isBase: bases.has(caseId),
        ...{ caseId, section },
      }))
  })
}

/** The values alone where every choice has the same names. */
function valuesText({ params }: Section, sections: readonly Section[]): string {
  const names = Object.keys(params).filter(
    key => new Set(sections.map(section => section.params[key])).size > 1,
  )
  const values = names.toSorted().map(key => params[key])
  return values.join(', ')
}

type TargetColumn = ReturnType<typeof columnsOf>[number]

/** Along targets each base stands before what is compared with it, also where it is compared itself. */
function columnsOf(axis: Axis, targets: readonly MatrixTarget[], comparisons: readonly ComparisonRecord[]) {
  const labels = targetLabels(targets)
  const column = (id: string, base: string | null, isBase: boolean) => ({
    ...{ id, base, isBase },
    label: labels.get(id) ?? id,
  })
  if (axis === 'cases') {
    const shown = new Set(comparisons.map(each => each.head))
    return targets.filter(({ id }) => shown.has(id)).map(({ id }) => column(id, null, false))
  }
  const ids = targets.map(({ id }) => id)
  return ids.flatMap(base => {
    const heads = ids.filter(id => comparisons.some(each => each.base === base && each.head === id))
    return heads.length === 0 ? [] : [column(base, null, true), ...heads.map(id => column(id, base, false))]
  })
}

function cellOf(row: Row, column: TargetColumn, axis: Axis, metric: 'wall' | 'cpu'): MatrixCell {
  const { caseId, section, isBase } = row
  const result = section.results.find(each => each.case === caseId && each.target === column.id) ?? null
  if (axis === 'targets' ? column.isBase : isBase) return baseCell(result, metric)
  const found = section.comparisons.filter(
    each =>
      axisOf(each) === axis &&
      each.case === caseId &&
      each.head === column.id &&
      (column.base === null || each.base === column.base),
  )
  const comparison = found.find(each => each.paired) ?? found[0]
  // While a run goes on, what is waited for has no launch yet.
  if (comparison?.ratio.n === 0) return { ...missingCell(result, metric), missing: '…' }
  return comparison === undefined || (result !== null && result.status !== 'ok')
    ? missingCell(result, metric)
    : ratioCell(result, comparison)
}

function titleOf(targets: readonly MatrixTarget[], columns: readonly TargetColumn[]): string {
  const shown = targets.filter(({ id }) => columns.some(column => column.id === id))
  if (new Set(shown.map(({ runtime }) => runtime)).size === columns.length) return 'Runtimes'
  const builds = new Set(
    shown.map(({ runtime, version, binary }) => `${runtime} ${version} ${binary.sha256}`),
  )
  return builds.size === columns.length ? 'Builds' : 'Flags'
}

function aboutOf(
  axis: Axis,
  metric: 'wall' | 'cpu',
  rows: readonly Row[],
  columns: readonly TargetColumn[],
): string {
  const what = `${metric === 'cpu' ? 'CPU time' : 'time'} ÷`
  const bases = (axis === 'cases' ? rows.map(row => ({ ...row, label: row.caseId })) : columns).filter(
    ({ isBase }) => isBase,
  )
  const base = onlyOne(bases.map(({ label }) => label))
  if (axis === 'cases') return `${what} ${base ?? 'the baseline'} on the same target`
  return `${what} ${base === null ? "its own base's" : `${base}'s`}`
}
