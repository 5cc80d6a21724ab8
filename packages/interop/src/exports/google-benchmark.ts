import type { ResultRecord, RunRecord } from '@steelyard/record'
import { exportable } from './entries.ts'
import type { Exporter } from './exporter.ts'
import { launchValues } from './launch-values.ts'

/**
 * The JSON of Google Benchmark (docs/user_guide.md there), which its `compare.py` reads: one repetition for each
 * launch. Where the record has no CPU time the field is left out, and compare.py passes the entry over.
 */
export const googleBenchmark: Exporter = {
  needsUniqueNames: true,
  write: records => [`${JSON.stringify(fileOf(records), null, 2)}\n`],
}

function fileOf(records: readonly RunRecord[]) {
  const results = records.flatMap(record => exportable(record))
  return {
    context: contextOf(records),
    benchmarks: results.flatMap((result, family) => repetitionsOf(result, family)),
  }
}

function contextOf([record]: readonly RunRecord[]) {
  if (record === undefined) return {}
  const { steelyard, startedAt, environment } = record
  return {
    date: startedAt,
    executable: `steelyard ${steelyard.version}`,
    num_cpus: environment.cores,
    cpu_scaling_enabled: environment.governor !== null && environment.governor !== 'performance',
    caches: [],
    library_build_type: 'release',
    json_schema_version: 1,
  }
}

function repetitionsOf(result: ResultRecord, family: number) {
  const name = nameOf(result)
  const values = launchValues(result)
  return values.map(({ iterations, wallNs, cpuNs }, index) => ({
    name,
    family_index: family,
    per_family_instance_index: 0,
    run_name: name,
    run_type: 'iteration',
    repetitions: values.length,
    repetition_index: index,
    threads: 1,
    iterations,
    real_time: wallNs,
    ...(cpuNs === null ? {} : { cpu_time: cpuNs }),
    time_unit: 'ns',
  }))
}

function nameOf({ suite, case: caseId, params, target, timer }: ResultRecord): string {
  const choices = Object.entries(params).map(([name, value]) => `${name}:${value}`)
  return [suite, caseId, ...choices, target, ...(timer === 'steelyard' ? [] : [timer])].join('/')
}
