import type { Phrase } from '@steelyard/text'
import type { Axis } from '../axis.ts'
import type { MatrixCell } from './cell.ts'

/**
 * Cases × targets of one suite, each field a ratio to its base. A row is a case with its parameters, a column is a target.
 * Printers may turn it round where it has more columns than fit.
 */
export interface Matrix {
  /** targets: bases stand in other columns of their row. cases: bases stand in other rows of their column. */
  readonly axis: Axis
  readonly title: string
  /** `time ÷ node's`. */
  readonly about: string
  /** The clock of every ratio and time in it. */
  readonly metric: 'wall' | 'cpu'
  readonly rows: readonly MatrixLine[]
  readonly columns: readonly MatrixLine[]
  /** Cells by row, then by column. */
  readonly cells: readonly (readonly MatrixCell[])[]
  /** In the order of their marks. */
  readonly footnotes: readonly Footnote[]
  /** Smallest and largest ratio, 1 among them: the one scale of all its bars and colours. */
  readonly scale: readonly [number, number]
}

export interface MatrixLine {
  /** Case or target id; of a row with several choices of parameters these too. */
  readonly id: string
  /** As short as it can be without being mistaken for another. */
  readonly label: string
  /** Whether others of its matrix are compared with it. */
  readonly isBase: boolean
}

export interface Footnote {
  readonly mark: string
  readonly text: Phrase
}

/** More columns than this are turned into rows where there are fewer cases. */
const MOST_COLUMNS = 6

/** Returns a matrix so that a page and a comment on a pull request have room for its columns. */
export function turned(matrix: Matrix): Matrix {
  const { rows, columns } = matrix
  return columns.length > Math.max(MOST_COLUMNS, rows.length) ? transposed(matrix) : matrix
}

export function transposed(matrix: Matrix): Matrix {
  const { rows, columns, cells } = matrix
  return {
    ...matrix,
    rows: columns,
    columns: rows,
    cells: columns.map((_, column) => cells.flatMap(row => row[column] ?? [])),
  }
}
