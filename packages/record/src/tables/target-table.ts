import type { RunRecord, TargetRecord } from '../record.ts'
import { column, type Table, table } from './table.ts'
import { targetLine } from './target-line.ts'

interface Source {
  readonly record: RunRecord
  readonly target: TargetRecord
}

const sourcesOf = (record: RunRecord): Source[] => record.targets.map(target => ({ record, target }))

export const targetTable: Table = table('targets', 'one target of a record', sourcesOf, [
  column('record', 'VARCHAR', 'id of the record', ({ record }) => record.id),
  column('target', 'VARCHAR', 'its id, unique in the record', ({ target }) => target.id),
  column('line', 'VARCHAR', 'the target without its version: what a trend follows', ({ record, target }) =>
    targetLine(target, record.targets),
  ),
  column('runtime', 'VARCHAR', 'node, deno, bun or workerd', ({ target }) => target.runtime),
  column('version', 'VARCHAR', 'of the runtime', ({ target }) => target.version),
  column('engine', 'VARCHAR', 'v8, jsc, spidermonkey, quickjs or hermes', ({ target }) => target.engine.name),
  column('engine_version', 'VARCHAR', 'of the engine', ({ target }) => target.engine.version),
  column('flags', 'VARCHAR', 'with a space between two', ({ target }) => target.flags.join(' ')),
  column('environment', 'VARCHAR', 'variables, as JSON', ({ target }) => JSON.stringify(target.environment)),
  column('source', 'VARCHAR', 'npm, or path for a local build', ({ target }) => target.binary.source),
  column('sha256', 'VARCHAR', 'of the binary', ({ target }) => target.binary.sha256),
  column('compatibility_date', 'VARCHAR', "workerd's", ({ target }) => target.compatibilityDate),
  column('hardware_concurrency', 'INTEGER', 'as it says itself', ({ target }) => target.hardwareConcurrency),
  column('clock_resolution_ns', 'DOUBLE', 'smallest step', ({ target }) => target.clockResolutionNs),
  column('channel_cost_ns', 'DOUBLE', 'wall time of a null batch', ({ target }) => target.channelCostNs),
  column('channel_cpu_ns', 'DOUBLE', 'CPU time of a null batch', ({ target }) => target.channelCpuNs),
])
