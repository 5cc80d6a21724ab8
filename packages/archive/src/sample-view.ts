import { SAMPLE_COLUMNS, type SampleRow, type TableColumn } from '@steelyard/record'

type SampleColumn = Pick<TableColumn<never>, 'name' | 'type' | 'says'>

interface Source {
  readonly type: SampleColumn['type']
  /** Name in `launches`, or the list there that is unrolled; null where it has none. */
  readonly launches: string
  /** Name in `timings`, where a timer keeps no separate samples; NULL where it has none. */
  readonly timings: string
}

/** Name of the view with one row for each batch: the lists of `launches` unrolled. */
export const SAMPLES = 'samples'
export const SAMPLES_SAYS =
  'one timed batch of a window that counts; one launch of a timer that keeps no samples apart'

const SOURCES: Readonly<Record<keyof SampleRow, Source>> = {
  record: same('VARCHAR', 'record'),
  started_at: same('TIMESTAMP', 'started_at'),
  suite: same('VARCHAR', 'suite'),
  case_id: same('VARCHAR', 'case_id'),
  params: same('VARCHAR', 'params'),
  target: same('VARCHAR', 'target'),
  timer: same('VARCHAR', 'timer'),
  control: same('BOOLEAN', 'control'),
  status: same('VARCHAR', 'status'),
  group_id: { type: 'INTEGER', launches: 'group_id', timings: 'NULL' },
  launch: same('INTEGER', 'launch'),
  sample: unrolled('BIGINT', 'range(batches)'),
  position: unrolled('INTEGER', 'positions'),
  iterations: { type: 'BIGINT', launches: 'iterations_per_batch', timings: 'iterations' },
  wall_ns: { type: 'DOUBLE', launches: 'unnest(wall_ns_list)', timings: 'headline_ns' },
  cpu_ns: unrolled('DOUBLE', 'cpu_ns_list'),
  contended: unrolled('BOOLEAN', 'contended_list'),
}

/** The columns of every export of samples. */
export const sampleColumns: readonly SampleColumn[] = SAMPLE_COLUMNS.map(({ name, description }) => ({
  ...{ name, type: SOURCES[name].type },
  says: description,
}))

/** Returns the statement that makes the view. */
export function sampleView(): string {
  return `CREATE VIEW ${SAMPLES} AS
    SELECT ${selection('launches')} FROM launches WHERE early IS NULL
    UNION ALL SELECT ${selection('timings')} FROM timings`
}

function selection(table: 'launches' | 'timings'): string {
  return SAMPLE_COLUMNS.map(({ name }) => `${SOURCES[name][table]}::${SOURCES[name].type} AS ${name}`).join(
    ', ',
  )
}

function same(type: Source['type'], name: string): Source {
  return { type, launches: name, timings: name }
}

function unrolled(type: Source['type'], list: string): Source {
  return { type, launches: `unnest(${list})`, timings: 'NULL' }
}
