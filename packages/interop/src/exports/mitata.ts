import type { ResultRecord, RunRecord, TargetRecord } from '@steelyard/record'
import { mean, quantile } from '@steelyard/stats'
import { exportable } from './entries.ts'
import type { Exporter } from './exporter.ts'
import { launchValues } from './launch-values.ts'

const QUANTILES = { p25: 0.25, p50: 0.5, p75: 0.75, p99: 0.99, p999: 0.999 }

/**
 * What mitata prints with `format: 'json'`, and so Bun's benchmark files with `BENCHMARK_RUNNER=1`: a line for each target,
 * as each is a process there. Samples are the launches, in nanoseconds an iteration; `runtime` and `cpu` at the top are
 * where Bun's runner reads them.
 */
export const mitata: Exporter = {
  needsUniqueNames: true,
  write: function* (records) {
    for (const record of records) {
      for (const target of record.targets) {
        const results = exportable(record).filter(one => one.target === target.id)
        if (results.length > 0) yield `${JSON.stringify(fileOf(record, target, results))}\n`
      }
    }
  },
}

function fileOf(record: RunRecord, target: TargetRecord, results: readonly ResultRecord[]) {
  const { environment, startedAt, suites } = record
  const names = [...new Set(results.map(({ suite }) => suite))]
  const arch = environment.os
  const cpu = { name: environment.cpuModel, freq: null }
  const baselines = new Map(suites.map(({ name, baseline }) => [name, baseline]))
  return {
    layout: names.map(name => ({ name, types: ['g'] })),
    benchmarks: results.flatMap(result => {
      const samples = launchValues(result).map(({ wallNs }) => wallNs)
      if (samples.length === 0) return []
      const { suite, case: alias, params } = result
      const hasParams = Object.keys(params).length > 0
      const values = Object.entries(params).map(([name, value]) => `${name}=${value}`)
      return [
        {
          kind: hasParams ? 'args' : 'static',
          args: hasParams
            ? Object.fromEntries(Object.entries(params).map(([name, one]) => [name, [one]]))
            : {},
          alias,
          group: names.indexOf(suite),
          baseline: baselines.get(suite) === alias,
          runs: [{ stats: statsOf(samples), args: params, name: [alias, ...values].join(' ') }],
          style: { highlight: false, compact: false },
        },
      ]
    }),
    context: {
      now: Date.parse(startedAt),
      arch,
      version: target.version,
      runtime: target.runtime,
      cpu,
      noop: {},
    },
    runtime: `${target.runtime} ${target.version} (${arch})`,
    cpu: environment.cpuModel,
  }
}

function statsOf(values: readonly number[]) {
  const samples = values.toSorted((left, right) => left - right)
  return {
    kind: 'fn',
    debug: '',
    samples,
    ticks: samples.length,
    min: Math.min(...samples),
    max: Math.max(...samples),
    avg: mean(samples),
    ...Object.fromEntries(Object.entries(QUANTILES).map(([name, at]) => [name, quantile(samples, at)])),
  }
}
