import type { RunRecord } from '../record.ts'
import { column, type Table, table, utc } from './table.ts'

export const recordTable: Table = table('records', 'one command', (record: RunRecord) => [record], [
  column('record', 'VARCHAR', 'id, which the other tables name', ({ id }) => id),
  column('status', 'VARCHAR', 'complete, or partial where the run was cut short', ({ status }) => status),
  column('started_at', 'TIMESTAMP', 'in UTC', ({ startedAt }) => utc(startedAt)),
  column('finished_at', 'TIMESTAMP', 'in UTC', ({ finishedAt }) => utc(finishedAt)),
  column('command', 'VARCHAR', 'its arguments, as JSON', ({ command }) => JSON.stringify(command)),
  column('seed', 'BIGINT', 'of order and placement', ({ seed }) => seed),
  column('steelyard_version', 'VARCHAR', 'which Steelyard wrote it', ({ steelyard }) => steelyard.version),
  column('steelyard_commit', 'VARCHAR', 'null outside a git checkout', ({ steelyard }) => steelyard.commit),
  column('os', 'VARCHAR', 'operating system', ({ environment }) => environment.os),
  column('kernel', 'VARCHAR', 'its version', ({ environment }) => environment.kernel),
  column('cpu_model', 'VARCHAR', 'as the kernel calls it', ({ environment }) => environment.cpuModel),
  column('cpu_vendor', 'VARCHAR', 'null where not told', ({ environment }) => environment.cpu?.vendor),
  column('cpu_family', 'INTEGER', 'number of its maker', ({ environment }) => environment.cpu?.family),
  column('cpu_model_number', 'INTEGER', 'number of its maker', ({ environment }) => environment.cpu?.model),
  column('cpu_stepping', 'INTEGER', 'number of its maker', ({ environment }) => environment.cpu?.stepping),
  column('cores', 'INTEGER', 'logical cores', ({ environment }) => environment.cores),
  column('memory_bytes', 'BIGINT', 'of the machine', ({ environment }) => environment.memoryBytes),
  column('governor', 'VARCHAR', 'of the clock frequency', ({ environment }) => environment.governor),
  column('virtualized', 'BOOLEAN', 'null when unknown', ({ environment }) => environment.virtualized),
  column('affinity', 'VARCHAR', 'same-core or all', ({ environment }) => environment.affinity),
  column('rerun_of', 'VARCHAR', 'id of the record that it repeats', ({ rerunOf }) => rerunOf),
])
