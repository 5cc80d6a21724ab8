import { SAMPLE_COLUMNS } from '@steelyard/record'

/** Name of the view with one row for each batch: the lists of `launches` unrolled. */
export const SAMPLES = 'samples'
export const SAMPLES_SAYS =
  'one timed batch of a window that counts; one launch of a timer that keeps no samples apart'

/** What columns are made of where `launches` and `timings`, whose timer keeps no separate samples, have none of their name. */
const SOURCES: Readonly<Record<string, Readonly<Record<'launches' | 'timings', string>>>> = {
  group_id: { launches: 'group_id', timings: 'NULL' },
  sample: { launches: 'unnest(range(batches))', timings: 'NULL' },
  position: { launches: 'unnest(positions)', timings: 'NULL' },
  iterations: { launches: 'iterations_per_batch', timings: 'iterations' },
  wall_ns: { launches: 'unnest(wall_ns_list)', timings: 'headline_ns' },
  cpu_ns: { launches: 'unnest(cpu_ns_list)', timings: 'NULL' },
  contended: { launches: 'unnest(contended_list)', timings: 'NULL' },
}

export const VIEW_OF_SAMPLES = `CREATE VIEW ${SAMPLES} AS
  SELECT ${selection('launches')} FROM launches WHERE early IS NULL
  UNION ALL SELECT ${selection('timings')} FROM timings`

function selection(table: 'launches' | 'timings'): string {
  return SAMPLE_COLUMNS.map(({ name, type }) => `${SOURCES[name]?.[table] ?? name}::${type} AS ${name}`).join(
    ', ',
  )
}
