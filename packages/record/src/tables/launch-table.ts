import type { LaunchRecord, RunRecord, TimingRecord, WindowRecord } from '../record.ts'
import { CONTENDER_COLUMNS, type ResultSource } from './result-table.ts'
import { column, type Table, table } from './table.ts'

interface Source extends ResultSource {
  readonly launch: LaunchRecord
  readonly window: WindowRecord
  /** From 0 among the windows given up; null for the one that counts. */
  readonly early: number | null
}

function windowsOf(record: RunRecord): Source[] {
  return record.results.flatMap(result =>
    result.launches.flatMap(launch => [
      { record, result, launch, window: launch, early: null },
      ...launch.early.map((window, early) => ({ record, result, launch, window, early })),
    ]),
  )
}

/** A row for each window with its samples in lists of equal length: what `samples` is made of. */
export const launchTable: Table = table<Source>('launches', 'one window of one launch', windowsOf, [
  ...CONTENDER_COLUMNS,
  column('group_id', 'INTEGER', 'group that shared the core', ({ launch }) => launch.group),
  column('launch', 'INTEGER', 'its number in the group', ({ launch }) => launch.launch),
  column('early', 'INTEGER', 'number of a window that was given up; else null', ({ early }) => early),
  column('iterations_per_batch', 'INTEGER', 'fixed in the window', s => s.window.iterationsPerBatch),
  column('state', 'VARCHAR', 'steady, drifting, never steady or bimodal', s => s.window.warmup.state),
  column('warmup_batches', 'INTEGER', 'before it', ({ window }) => window.warmup.batches),
  column('warmup_ns', 'DOUBLE', 'how long they took', ({ window }) => window.warmup.durationNs),
  column('null_wall_ns', 'DOUBLE', 'taken out of each batch', ({ window }) => window.nullBatch.wallNs),
  column('null_cpu_ns', 'DOUBLE', 'likewise, CPU time', ({ window }) => window.nullBatch.cpuNs),
  column('batches', 'INTEGER', 'how many samples', ({ window }) => window.wallNs.length),
  column('positions', 'INTEGER[]', 'of each in the sequence of its group', ({ window }) => window.order),
  column('wall_ns_list', 'DOUBLE[]', 'wall time of an iteration, per batch', ({ window }) => window.wallNs),
  column('cpu_ns_list', 'DOUBLE[]', 'CPU time of an iteration, per batch', ({ window }) => window.cpuNs),
  column('contended_list', 'BOOLEAN[]', 'labelled as sharing the core', contended),
  column('waited_ns', 'DOUBLE', 'waited for the core', ({ window }) => window.audit?.waitedNs),
  column('preemptions', 'INTEGER', 'times it was switched out', ({ window }) => window.audit?.preemptions),
  column('stolen_ns', 'DOUBLE', 'taken by the hypervisor', ({ window }) => window.audit?.stolenNs),
])

function contended({ window: { audit, wallNs } }: Source): readonly boolean[] | null {
  if (!audit) return null
  const found = new Set(audit.contended)
  return wallNs.map((_, index) => found.has(index))
}

interface TimingSource extends ResultSource {
  readonly timing: TimingRecord
}

export const timingTable: Table = table<TimingSource>(
  'timings',
  'what another timer said of a contender in one process',
  record => record.results.flatMap(result => result.timings.map(timing => ({ record, result, timing }))),
  [
    ...CONTENDER_COLUMNS,
    column('launch', 'INTEGER', 'from 0', ({ timing }) => timing.launch),
    column('headline_ns', 'DOUBLE', 'the number it shows first', ({ timing }) => timing.headlineNs),
    column('min_ns', 'DOUBLE', 'its fastest', ({ timing }) => timing.minNs),
    column('p50_ns', 'DOUBLE', 'its median', ({ timing }) => timing.p50Ns),
    column('p99_ns', 'DOUBLE', 'its 99th percentile', ({ timing }) => timing.p99Ns),
    column('max_ns', 'DOUBLE', 'its slowest', ({ timing }) => timing.maxNs),
    column('samples', 'BIGINT', 'it took', ({ timing }) => timing.samples),
    column('iterations', 'BIGINT', 'in them', ({ timing }) => timing.iterations),
    column('empty_ns', 'DOUBLE', 'of a function that does nothing', ({ timing }) => timing.emptyNs),
  ],
)
