import { SAMPLE_COLUMNS } from '@steelyard/record'

/** Name of the view with one row for each batch: the lists of `launches` unrolled. */
export const SAMPLES = 'samples'
export const SAMPLES_SAYS =
  'one timed batch of a window that counts; one launch of a timer that keeps no samples apart; one row of imported'

type Source = 'launches' | 'timings' | 'imported'

/** What columns are made of where a source has none of their name. A timer in `timings` keeps no separate samples. */
const SOURCES: Readonly<Record<string, Readonly<Partial<Record<Source, string>>>>> = {
  group_id: { timings: 'NULL', imported: 'NULL' },
  sample: { launches: 'unnest(range(batches))', timings: 'NULL' },
  position: { launches: 'unnest(positions)', timings: 'NULL', imported: 'NULL' },
  iterations: { launches: 'iterations_per_batch', imported: 'NULL' },
  wall_ns: { launches: 'unnest(wall_ns_list)', timings: 'headline_ns' },
  cpu_ns: { launches: 'unnest(cpu_ns_list)', timings: 'NULL' },
  contended: { launches: 'unnest(contended_list)', timings: 'NULL', imported: 'NULL' },
}

export const VIEW_OF_SAMPLES = `CREATE VIEW ${SAMPLES} AS
  SELECT ${selection('launches')} FROM launches WHERE early IS NULL
  UNION ALL SELECT ${selection('timings')} FROM timings
  UNION ALL SELECT ${selection('imported')} FROM imported`

function selection(table: Source): string {
  return SAMPLE_COLUMNS.map(({ name, type }) => `${SOURCES[name]?.[table] ?? name}::${type} AS ${name}`).join(
    ', ',
  )
}
