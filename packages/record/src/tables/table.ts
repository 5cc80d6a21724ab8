import type { EstimateRecord, ResultRecord, RunRecord } from '../record.ts'

type ListedType = 'DOUBLE' | 'INTEGER' | 'BOOLEAN'

/** How SQL holds a column; `[]` for a list in each row. */
export type ColumnType = ListedType | `${ListedType}[]` | 'VARCHAR' | 'BIGINT' | 'TIMESTAMP'

export type Field = string | number | boolean | Date | null | readonly (number | boolean | null)[]

export interface TableColumn<Source> {
  /** Lower case with underscores; ends in the unit. */
  readonly name: string
  readonly type: ColumnType
  /** What it holds, for people. */
  readonly says: string
  of(source: Source): Field | undefined
}

/** Rows that a record gives, and what is in each. The order of the columns is that of every export. */
export interface Table {
  readonly name: string
  /** What one row is. */
  readonly says: string
  readonly columns: readonly Pick<TableColumn<never>, 'name' | 'type' | 'says'>[]
  /** Made one by one: the samples of a whole record take much memory. */
  rowsOf(record: RunRecord): Iterable<Row>
}

/** Fields by column; what the record does not have is null. */
export type Row = Readonly<Record<string, Field>>

/** Returns a table whose rows are made of what `sourcesOf` finds in a record. */
export function table<Source>(
  name: string,
  says: string,
  sourcesOf: (record: RunRecord) => readonly Source[],
  columns: readonly TableColumn<Source>[],
): Table {
  return {
    name,
    says,
    columns,
    *rowsOf(record) {
      for (const source of sourcesOf(record)) yield fieldsOf(columns, source)
    },
  }
}

export function fieldsOf<Source>(columns: readonly TableColumn<Source>[], source: Source): Row {
  return Object.fromEntries(columns.map(column => [column.name, column.of(source) ?? null]))
}

export function column<Source>(
  name: string,
  type: ColumnType,
  says: string,
  of: (source: Source) => Field | undefined,
): TableColumn<Source> {
  return { name, type, says, of }
}

/** Returns the columns of an estimate: `<name>`, and `_lower`, `_upper` and `_n` before the unit. */
export function estimateColumns<Source>(
  [name, unit]: readonly [string, '' | '_ns'],
  says: string,
  of: (source: Source) => Partial<Record<keyof EstimateRecord, number | null | undefined>> | null | undefined,
): TableColumn<Source>[] {
  return [
    column(`${name}${unit}`, 'DOUBLE', says, source => of(source)?.value),
    column(`${name}_lower${unit}`, 'DOUBLE', 'lower end of its interval', source => of(source)?.lower),
    column(`${name}_upper${unit}`, 'DOUBLE', 'upper end of its interval', source => of(source)?.upper),
    column(`${name}_level`, 'DOUBLE', 'what the interval covers, e.g. 0.95', source => of(source)?.level),
    column(`${name}_n`, 'INTEGER', 'launches it rests on', source => of(source)?.n),
  ]
}

/** Returns parameter values as JSON with their names in order: the same text for the same choice. */
export function paramsJson(params: ResultRecord['params']): string {
  const names = Object.keys(params).sort()
  return JSON.stringify(Object.fromEntries(names.map(name => [name, params[name]])))
}
