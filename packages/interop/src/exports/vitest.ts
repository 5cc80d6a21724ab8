import type { ResultRecord, RunRecord } from '@steelyard/record'
import { mean, quantile, standardDeviation, studentQuantile } from '@steelyard/stats'
import { exportable } from './entries.ts'
import type { Exporter } from './exporter.ts'
import { launchValues } from './launch-values.ts'

const NS_PER_MS = 1e6

/**
 * What `vitest bench --outputJson` writes: suites are files, targets are groups, and each launch is a sample, in
 * milliseconds an iteration. Figures stand where both forms of that file have them: on the benchmark itself, and in
 * `latency` and `throughput`.
 */
export const vitest: Exporter = {
  needsUniqueNames: true,
  write: records => [`${JSON.stringify({ files: records.flatMap(filesOf) }, null, 2)}\n`],
}

function filesOf(record: RunRecord) {
  const bySuite = Map.groupBy(exportable(record), ({ suite }) => suite)
  return Array.from(bySuite, ([suite, results]) => ({
    filepath: suite,
    groups: Array.from(
      Map.groupBy(results, ({ target }) => target),
      ([target, own]) => ({ fullName: `${suite} > ${target}`, benchmarks: ranked(own.flatMap(benchmarkOf)) }),
    ).filter(({ benchmarks }) => benchmarks.length > 0),
  })).filter(({ groups }) => groups.length > 0)
}

function benchmarkOf(result: ResultRecord) {
  const { suite, case: caseId, params, target } = result
  const launches = launchValues(result)
  const times = launches.map(({ wallNs }) => wallNs / NS_PER_MS)
  if (times.length === 0) return []
  const rates = times.map(ms => 1000 / ms)
  const latency = statisticsOf(times)
  const name = [caseId, ...Object.entries(params).map(([key, value]) => `${key}=${value}`)].join(' ')
  return [
    {
      ...{ id: `${suite}/${name}/${target}`, name, ...latency },
      totalTime: launches.reduce((sum, { wallNs, iterations }) => sum + wallNs * iterations, 0) / NS_PER_MS,
      ...{ period: latency.mean, hz: mean(rates), latency, throughput: statisticsOf(rates) },
      ...{ sampleCount: times.length, numberOfSamples: times.length, median: latency.p50, samples: [] },
    },
  ]
}

/** The figures that tinybench has of samples; those of the spread are 0 for one alone. */
function statisticsOf(samples: readonly number[]) {
  const sorted = samples.toSorted((left, right) => left - right)
  const at = (share: number) => quantile(sorted, share)
  const average = mean(samples)
  const df = samples.length - 1
  const sd = df === 0 ? 0 : standardDeviation(samples)
  const sem = sd / Math.sqrt(samples.length)
  const critical = df === 0 ? 0 : studentQuantile(0.975, df)
  return {
    ...{ mean: average, min: Math.min(...samples), max: Math.max(...samples) },
    ...{ p50: at(0.5), p75: at(0.75), p99: at(0.99), p995: at(0.995), p999: at(0.999) },
    ...{ sd, variance: sd ** 2, sem, df, critical, moe: critical * sem },
    rme: (100 * critical * sem) / average,
  }
}

function ranked<B extends { readonly mean: number }>(
  benchmarks: readonly B[],
): (B & { readonly rank: number })[] {
  const sorted = benchmarks.toSorted((left, right) => left.mean - right.mean)
  return benchmarks.map(one => ({ ...one, rank: sorted.indexOf(one) + 1 }))
}
