import type { ResultRecord, RunRecord } from '../record.ts'
import { column, estimateColumns, paramsJson, type Table, type TableColumn, table } from './table.ts'

export interface ResultSource {
  readonly record: RunRecord
  readonly result: ResultRecord
}

/** The columns that name a contender, first in every table about one. */
export const CONTENDER_COLUMNS: readonly TableColumn<ResultSource>[] = [
  column('record', 'VARCHAR', 'id of the record', ({ record }) => record.id),
  column(
    'started_at',
    'TIMESTAMP',
    'when its command began, in UTC',
    ({ record }) => new Date(record.startedAt),
  ),
  column('suite', 'VARCHAR', 'name of the suite', ({ result }) => result.suite),
  column('case_id', 'VARCHAR', 'id of the case', ({ result }) => result.case),
  column('params', 'VARCHAR', 'values as JSON, names in order', ({ result }) => paramsJson(result.params)),
  column('target', 'VARCHAR', 'id of the target', ({ result }) => result.target),
  column('timer', 'VARCHAR', 'who timed: steelyard, mitata …', ({ result }) => result.timer),
  column('control', 'BOOLEAN', 'a second copy of a base', ({ result }) => result.control),
  column('status', 'VARCHAR', 'ok, failed, crashed, timeout or unsupported', ({ result }) => result.status),
]

export const resultTable: Table = table<ResultSource>(
  'results',
  'one contender of a record: a case with its parameters on a target',
  record => record.results.map(result => ({ record, result })),
  [
    ...CONTENDER_COLUMNS,
    column('error', 'VARCHAR', 'code and figures as JSON, null where ok', ({ result }) =>
      result.error === null ? null : JSON.stringify(result.error),
    ),
    ...estimateColumns<ResultSource>(
      ['wall', '_ns'],
      'wall time of an iteration: describes that machine at that hour, never compared between records',
      wallOf,
    ),
    ...estimateColumns<ResultSource>(
      ['cpu', '_ns'],
      'CPU time of an iteration, likewise',
      ({ result }) => result.cpuNs ?? { value: result.foreign?.cpuNs },
    ),
    column('launches', 'INTEGER', 'that have samples', ({ result }) => result.launches.length),
    column('lost_launches', 'INTEGER', 'that gave nothing', ({ result }) => result.lostLaunches?.length ?? 0),
    column(
      'contended_share',
      'DOUBLE',
      'of samples that shared their core, 0 to 1',
      ({ result }) => result.contendedShare,
    ),
    column(
      'window_ns',
      'DOUBLE',
      'timed of it in each launch, as planned; null for servers and starts',
      ({ result }) => result.windowNs,
    ),
    column('warnings', 'VARCHAR', 'codes and figures as JSON', ({ result }) =>
      JSON.stringify(result.warnings),
    ),
    column('bundle_sha256', 'VARCHAR', 'of the case and loop text', source => suiteOf(source)?.bundleSha256),
    column(
      'code_sha256',
      'VARCHAR',
      'likewise, without comments and names of files',
      source => suiteOf(source)?.codeSha256,
    ),
  ],
)

/** For a foreign result the figure of its tool, which rests on no launches. */
function wallOf({ result: { wallNs, foreign } }: ResultSource) {
  return wallNs ?? { value: foreign?.wallNs, ...foreign?.interval }
}

function suiteOf({ record, result }: ResultSource) {
  return record.suites.find(({ name }) => name === result.suite)
}
