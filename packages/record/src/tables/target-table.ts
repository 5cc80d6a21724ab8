import type { RunRecord, TargetRecord } from '../record.ts'
import { column, type Table, table } from './table.ts'
import { targetLine } from './target-line.ts'

type Source = TargetRecord & { readonly record: RunRecord }

const sourcesOf = (record: RunRecord): Source[] => record.targets.map(target => ({ ...target, record }))

export const targetTable: Table = table('targets', 'one target of a record', sourcesOf, [
  column('record', 'VARCHAR', 'id of the record', ({ record }) => record.id),
  column('target', 'VARCHAR', 'its id, unique in the record', ({ id }) => id),
  column('line', 'VARCHAR', 'the target without its version: what a trend follows', ({ id, record }) =>
    targetLine(id, record.targets),
  ),
  column('runtime', 'VARCHAR', 'node, deno, bun, workerd or a shell, e.g. d8', ({ runtime }) => runtime),
  column('version', 'VARCHAR', 'of the runtime', ({ version }) => version),
  column('engine', 'VARCHAR', 'v8, jsc, spidermonkey, quickjs or hermes', ({ engine }) => engine.name),
  column('engine_version', 'VARCHAR', 'of the engine', ({ engine }) => engine.version),
  column('flags', 'VARCHAR', 'with a space between two', ({ flags }) => flags.join(' ')),
  column('environment', 'VARCHAR', 'variables, as JSON', ({ environment }) => JSON.stringify(environment)),
  column('source', 'VARCHAR', 'npm, or path for a local build', ({ binary }) => binary.source),
  column('sha256', 'VARCHAR', 'of the binary', ({ binary }) => binary.sha256),
  column('compatibility_date', 'VARCHAR', "workerd's", ({ compatibilityDate }) => compatibilityDate),
  column('hardware_concurrency', 'INTEGER', 'as it says itself', s => s.hardwareConcurrency),
  column('clock_resolution_ns', 'DOUBLE', 'smallest step', ({ clockResolutionNs }) => clockResolutionNs),
  column('channel_cost_ns', 'DOUBLE', 'wall time of a null batch', ({ channelCostNs }) => channelCostNs),
  column('channel_cpu_ns', 'DOUBLE', 'CPU time of a null batch', ({ channelCpuNs }) => channelCpuNs),
])
