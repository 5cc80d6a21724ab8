import type { ForeignResultRecord, ResultRecord, RunRecord } from '../record.ts'

/** A sample as a row of a table, each of its columns described in `SAMPLE_COLUMNS`. */
export interface SampleRow {
  readonly record: string
  readonly started_at: string
  readonly suite: string
  readonly case_id: string
  readonly params: string
  readonly target: string
  readonly timer: string
  readonly control: boolean
  readonly status: string
  readonly group_id: number | null
  readonly launch: number | null
  readonly sample: number | null
  readonly position: number | null
  readonly iterations: number | null
  readonly wall_ns: number
  readonly cpu_ns: number | null
  readonly contended: boolean | null
}

/** The columns of a table of samples, in order, for exports and for SQL, which reserves `case` and `group`. */
export const SAMPLE_COLUMNS: readonly { readonly name: keyof SampleRow; readonly description: string }[] = [
  { name: 'record', description: 'id of the record' },
  { name: 'started_at', description: 'when its command began, ISO 8601' },
  { name: 'suite', description: 'name of the suite' },
  { name: 'case_id', description: 'id of the case' },
  { name: 'params', description: 'parameter values as JSON, names in order' },
  { name: 'target', description: 'id of the target' },
  { name: 'timer', description: 'who timed it' },
  { name: 'control', description: 'whether it is a second copy of a base' },
  { name: 'status', description: 'ok, failed, crashed, timeout' },
  { name: 'group_id', description: 'number of its group' },
  { name: 'launch', description: 'number of its launch' },
  {
    name: 'sample',
    description: 'its place in the launch, from 0; empty for a timer that keeps no samples apart',
  },
  { name: 'position', description: 'its place among all batches of the group' },
  { name: 'iterations', description: 'iterations in the batch; without samples in the launch' },
  { name: 'wall_ns', description: 'wall time per iteration, nanoseconds' },
  { name: 'cpu_ns', description: 'CPU time per iteration, nanoseconds; empty where it could not be read' },
  { name: 'contended', description: 'whether it shared its core; empty where it is unknown' },
]

/**
 * Returns every timed sample of a record, in the order of results, launches and time. A timer that keeps no samples
 * apart has one row for each launch, a foreign result without samples one in all.
 */
export function* sampleRows(record: RunRecord): Generator<SampleRow> {
  for (const result of record.results) {
    const about = aboutResult(record, result)
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
    if (result.foreign !== null) yield* foreignRows(about, result.foreign)
  }
}

function* foreignRows(
  about: ReturnType<typeof aboutResult>,
  { wallNs, cpuNs, samplesNs, cpuSamplesNs, byProcess }: ForeignResultRecord,
): Generator<SampleRow> {
  const common = { ...about, ...NO_SAMPLE, launch: null, iterations: null }
  if (samplesNs === null) yield { ...common, wall_ns: wallNs, cpu_ns: cpuNs }
  for (const [index, wall_ns] of samplesNs?.entries() ?? []) {
    const place = byProcess ? { launch: index, sample: 0 } : { sample: index }
    yield { ...common, ...place, wall_ns, cpu_ns: cpuSamplesNs?.[index] ?? null }
  }
}

const NO_SAMPLE = { group_id: null, sample: null, position: null, cpu_ns: null, contended: null }

function aboutResult({ id, startedAt }: RunRecord, result: ResultRecord) {
  const { suite, case: caseId, params, target, timer, control, status } = result
  return {
    record: id,
    started_at: startedAt,
    suite,
    case_id: caseId,
    params: paramsJson(params),
    target,
    timer,
    control,
    status,
  }
}

/** Returns parameter values as JSON with their names in order: the same text for the same choice. */
export function paramsJson(params: ResultRecord['params']): string {
  const names = Object.keys(params).sort()
  return JSON.stringify(Object.fromEntries(names.map(name => [name, params[name]])))
}
