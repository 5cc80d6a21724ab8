import type { EstimateRecord, RunRecord } from '@steelyard/record'
import type { Charset } from '@steelyard/text'
import { name, ratioText } from '@steelyard/text'
import { type Axis, mainAxis } from '../axis.ts'
import { type Heading, headingsOf, type Table, type Value } from '../document.ts'
import { engineText } from '../engine-text.ts'
import { cpuTimeText, wallTimeText, wallValue } from '../foreign.ts'
import { iterationName, type Section } from '../section.ts'
import { type Block, type BlockRow, blocksOf } from './block.ts'
import { rowMark } from './row-mark.ts'

const MAX_NAME_LENGTH = 20

/** What each contender of a section took, how that stands to its base, and the verdict. */
export interface Contenders {
  readonly axis: Axis
  /** What a row is: a case or a target. */
  readonly label: string
  /** Those that there is something to show in, in their order. */
  readonly columns: readonly Column[]
  readonly blocks: readonly ContenderBlock[]
}

export interface Column extends Heading {
  readonly id: ColumnId
}

/** otherRatio: on the clock that no verdict reads. */
export type ColumnId = 'wall' | 'cpu' | 'ratio' | 'otherRatio' | 'verdict'

export interface ContenderBlock extends Block {
  /** Of the target that all rows share; empty where they share none, or its engine is unknown. */
  readonly engine: string
  readonly rows: readonly TableContender[]
}

export interface TableContender extends BlockRow {
  /** null where a case ran and has no reading of that clock. */
  readonly values: Readonly<Record<Exclude<ColumnId, 'cpu'>, Value> & { cpu: Value | null }>
}

/** Returns the contenders of a section; without blocks where nothing was measured. */
export function contendersOf(section: Section, targets: RunRecord['targets'], charset: Charset): Contenders {
  const axis = mainAxis(section)
  const blocks = blocksOf(section, axis)
  const rows = blocks.flatMap(block => block.rows)
  const iteration = iterationName(section)
  const isCpu = section.comparisons.some(({ metric }) => metric === 'cpu')
  const clock = isCpu ? 'CPU ratio' : 'ratio'
  const hasRatios = rows.every(({ result }) => result?.foreign === null)
  const hasBothClocks = axis === 'targets' && rows.some(({ comparison }) => comparison?.otherClockRatio)
  const column = (id: ColumnId, text: string) => ({
    ...{ id, text: [text], numeric: id !== 'verdict' },
    isSpare: id === 'cpu' || id === 'otherRatio',
  })
  return {
    axis,
    label: axis === 'cases' ? 'case' : 'target',
    columns: [
      column('wall', `wall/${iteration}`),
      column('cpu', `CPU/${iteration}`),
      ...(hasRatios ? [column('ratio', `${clock} to ${commonBase(blocks)}`)] : []),
      ...(hasBothClocks ? [column('otherRatio', isCpu ? 'wall ratio' : 'CPU ratio')] : []),
      column('verdict', 'verdict'),
    ],
    blocks: blocks.map(block => ({
      ...block,
      engine: axis === 'cases' ? engineOf(block.title, targets) : '',
      rows: block.rows.map(row => ({ ...row, values: valuesOf(row, axis, charset) })),
    })),
  }
}

/** Returns the same as one table. */
export function contendersTable({ label, columns, blocks }: Contenders): Table {
  const bases = new Set(blocks.map(({ base }) => base))
  return {
    title: [],
    headings: [...headingsOf([label]), ...columns],
    rows: blocks.flatMap(({ title, engine, base, rows }) => [
      [
        [
          name(title),
          ...(engine === '' ? [] : [{ text: ` ${engine}`, role: 'quiet' as const }]),
          ...(bases.size > 1 ? [' against ', name(base)] : []),
        ],
      ],
      ...rows.map(row => [[name(row.label)], ...columns.map(({ id }) => row.values[id])]),
    ]),
  }
}

/** The base by name where all blocks share one and it is short. */
function commonBase(blocks: readonly Block[]): string {
  const [base, ...others] = new Set(blocks.map(block => block.base))
  return base !== undefined && others.length === 0 && base.length <= MAX_NAME_LENGTH ? base : 'base'
}

function engineOf(id: string, targets: RunRecord['targets']): string {
  const target = targets.find(each => each.id === id)
  return target === undefined ? '' : engineText(target.engine)
}

function valuesOf(row: BlockRow, axis: Axis, charset: Charset): TableContender['values'] {
  const { result, comparison } = row
  const cpu = result && cpuTimeText(result, charset)
  const ratio = (of: EstimateRecord | null | undefined) => (of ? ratioText(of, charset) : null)
  return {
    wall: { estimate: result && wallTimeText(result, charset), mark: null },
    cpu: cpu === null && result && wallValue(result) !== null ? null : { estimate: cpu, mark: null },
    ratio: { estimate: ratio(comparison?.ratio), mark: null },
    otherRatio: { estimate: ratio(comparison?.otherClockRatio), mark: null },
    verdict: { estimate: null, mark: rowMark(row, axis, charset) },
  }
}
