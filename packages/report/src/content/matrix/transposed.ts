import type { Matrix } from './matrix.ts'

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
