import type { Matrix } from './matrix.ts'

/** More columns than this are turned into rows where there are fewer cases. */
const MOST_COLUMNS = 6

/** Returns a matrix so that a page and a comment on a pull request have room for its columns. */
export function turned(matrix: Matrix): Matrix {
  const { rows, columns } = matrix
  return columns.length > Math.max(MOST_COLUMNS, rows.length) ? transposed(matrix) : matrix
}

/** Returns the same matrix with a row for each column. */
export function transposed(matrix: Matrix): Matrix {
  const { rows, columns, cells } = matrix
  return {
    ...matrix,
    rows: columns,
    columns: rows,
    cells: columns.map((_, column) => cells.flatMap(row => row[column] ?? [])),
  }
}
