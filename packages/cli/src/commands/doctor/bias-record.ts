import { UsageError } from '@steelyard/measure'
import type { BiasRecord, KindBiasRecord, LengthsRecord, WorkKind } from '@steelyard/record'
import { biasBound, biasBoundOfFew, halfWidth, sum } from '@steelyard/stats'

/** What one target showed: log ratios of equals, a list per case and a number per launch, and both lengths of batches. */
export interface TargetBias {
  readonly target: string
  readonly equals: readonly { readonly case: string; readonly logs: readonly number[] }[]
  readonly lengths: readonly LengthsRecord[]
}

/** What kind of work each case of the doctor is. */
const KINDS: Readonly<Record<string, WorkKind>> = {
  compute: 'computing',
  allocate: 'allocating',
  await: 'awaiting',
}

/**
 * Returns β over all kinds of work and of each: equals bound what the method makes up. Where longer batches tell another
 * story, that is bias too, and counts twice, for the kinds of both cases, since it is not known whose it is.
 *
 * @throws UsageError where there were too few launches
 */
export function biasOf(targets: readonly TargetBias[]): BiasRecord {
  const cells = targets.flatMap(({ target, equals }) => equals.map(cell => ({ ...cell, target })))
  const bound = biasBound(cells.map(({ logs }) => logs))
  if (bound === null) {
    throw new UsageError('Cannot tell the bias: there were too few launches of some case. Raise --time.')
  }
  const apart = targets.flatMap(({ target, lengths }) =>
    lengths.filter(areApart).map(each => ({ ...each, target })),
  )
  const kinds = Object.entries(KINDS).flatMap(([caseId, kind]) => kindBias(kind, caseId, cells, apart))
  return {
    allowance: Math.max(bound.bound, ...apart.map(allowanceOf), ...kinds.map(({ allowance }) => allowance)),
    equalsRatio: bound.ratio,
    equalsBound: bound.bound,
    launches: sum(cells.map(({ logs }) => logs.length)),
    differing: [
      ...bound.differing.map(index => `${cells[index]?.case} on ${cells[index]?.target} against itself`),
      ...apart.map(({ headCase, target }) => `${headCase} on ${target} in batches of T and 2 T`),
    ],
    kinds,
  }
}

/** Returns β for comparisons of a case of the doctor: that of its kind of work, or the largest. */
export function allowanceOfCase({ allowance, kinds = [] }: BiasRecord, caseId: string): number {
  return kinds.find(({ kind }) => kind === KINDS[caseId])?.allowance ?? allowance
}

type Cell = TargetBias['equals'][number]

function kindBias(
  kind: WorkKind,
  caseId: string,
  cells: readonly Cell[],
  apart: readonly LengthsRecord[],
): KindBiasRecord[] {
  const own = cells.filter(cell => cell.case === caseId)
  const bound = biasBoundOfFew(own.map(({ logs }) => logs))
  if (bound === null) return []
  const involved = apart.filter(({ baseCase, headCase }) => baseCase === caseId || headCase === caseId)
  return [
    {
      kind,
      allowance: Math.max(bound.bound, ...involved.map(allowanceOf)),
      equalsRatio: bound.ratio,
      equalsBound: bound.bound,
      launches: sum(own.map(({ logs }) => logs.length)),
    },
  ]
}

/** Two lengths are called apart beyond twice their interval, since there are many of them and none is corrected for. */
function areApart({ apart }: LengthsRecord): boolean {
  return Math.abs(Math.log(apart.value)) > 2 * halfWidth(apart)
}

function allowanceOf({ apart }: LengthsRecord): number {
  return Math.expm1(2 * Math.abs(Math.log(apart.value)))
}
