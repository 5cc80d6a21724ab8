import type { ForeignResultRecord, RunRecord } from '../record.ts'
import { CONTENDER_COLUMNS } from './result-table.ts'
import { type ColumnType, fieldsOf, type Row, type Table } from './table.ts'

/** The columns of a table of samples, in order, for exports and for SQL, which reserves `case` and `group`. */
export const SAMPLE_COLUMNS: Table['columns'] = [
  ...CONTENDER_COLUMNS,
  described('group_id', 'INTEGER', 'number of its group'),
  described('launch', 'INTEGER', 'number of its launch'),
  described(
    'sample',
    'BIGINT',
    'its place in the launch, from 0; empty for a timer that keeps no samples apart',
  ),
  described('position', 'INTEGER', 'its place among all batches of the group'),
  described('iterations', 'BIGINT', 'iterations in the batch; without samples in the launch'),
  described('wall_ns', 'DOUBLE', 'wall time per iteration, nanoseconds'),
  described('cpu_ns', 'DOUBLE', 'CPU time per iteration, nanoseconds; empty where it could not be read'),
  described('contended', 'BOOLEAN', 'whether it shared its core; empty where it is unknown'),
]

function described(name: string, type: ColumnType, says: string) {
  return { name, type, says }
}

/**
 * Returns every timed sample of a record, in the order of results, launches and time. A timer that keeps no samples
 * apart has one row for each launch, a foreign result without samples one in all. Instants are text.
 */
export function* sampleRows(record: RunRecord): Generator<Row> {
  for (const result of record.results) {
    const about = { ...fieldsOf(CONTENDER_COLUMNS, { record, result }), started_at: record.startedAt }
    for (const { group, launch, iterationsPerBatch, order, wallNs, cpuNs, audit } of result.launches) {
      const contended = audit ? new Set(audit.contended) : null
      for (const [sample, wall_ns] of wallNs.entries()) {
        yield {
          ...about,
          group_id: group,
          launch,
          sample,
          position: order[sample] ?? null,
          iterations: iterationsPerBatch,
          wall_ns,
          cpu_ns: cpuNs?.[sample] ?? null,
          contended: contended?.has(sample) ?? null,
        }
      }
    }
    for (const { launch, iterations, headlineNs } of result.timings) {
      yield { ...about, ...NO_SAMPLE, launch, iterations, wall_ns: headlineNs }
    }
    if (result.foreign === null) continue
    for (const row of foreignRows(about, result.foreign)) yield { ...NO_SAMPLE, iterations: null, ...row }
  }
}

/** Samples of imported results alone: SQL makes the others of the tables of launches and timings. */
export const importedTable: Table = {
  name: 'imported',
  says: 'one sample of another tool, or its figure where it kept none',
  columns: [
    ...CONTENDER_COLUMNS,
    described('launch', 'INTEGER', 'from 0, where each sample is a process of its own'),
    described('sample', 'BIGINT', 'its place among those of its process, from 0; empty for a figure'),
    described('wall_ns', 'DOUBLE', 'wall time per iteration, nanoseconds'),
    described('cpu_ns', 'DOUBLE', 'CPU time per iteration, likewise'),
  ],
  *rowsOf(record) {
    for (const result of record.results) {
      const about = fieldsOf(CONTENDER_COLUMNS, { record, result })
      if (result.foreign !== null) yield* foreignRows(about, result.foreign)
    }
  },
}

function* foreignRows(
  about: Row,
  { wallNs, cpuNs, samplesNs, cpuSamplesNs, byProcess }: ForeignResultRecord,
): Generator<Row> {
  const common = { ...about, launch: null, sample: null }
  if (samplesNs === null) yield { ...common, wall_ns: wallNs, cpu_ns: cpuNs }
  for (const [index, wall_ns] of samplesNs?.entries() ?? []) {
    const place = byProcess ? { launch: index, sample: 0 } : { sample: index }
    yield { ...common, ...place, wall_ns, cpu_ns: cpuSamplesNs?.[index] ?? null }
  }
}

const NO_SAMPLE = { group_id: null, sample: null, position: null, cpu_ns: null, contended: null }
