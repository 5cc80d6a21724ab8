import type { JsonCursor } from './json-cursor.ts'
import { type Importer, type SourceCase, UNSAID } from './source.ts'

const STATISTICS = ['avg', 'min', 'max', 'p25', 'p50', 'p75', 'p99', 'p999']

/** What mitata prints with `format: 'json'`, from its version 1 on. */
export const mitata: Importer = {
  name: 'mitata',
  command: "mitata with run({ format: 'json' })",
  recognizes: file =>
    !file.at('benchmarks').isMissing && !file.at('context').isMissing && !file.at('layout').isMissing,
  read(file) {
    const context = file.at('context')
    const target = {
      runtime: context.at('runtime').text(),
      version: context.at('version').textIfAny(),
      engine: null,
    }
    const groups = file.listAt('layout').map(group => group.at('name'))
    return {
      cpuModel: context.at('cpu').at('name').textIfAny(),
      os: context.at('arch').textIfAny(),
      startedAt: context.at('now').isMissing ? null : context.at('now').instant(),
      headline: 'avg, the mean over the samples of one process, for which it gives no interval',
      cases: file.listAt('benchmarks').flatMap(benchmark => casesOf(benchmark, groups, target)),
    }
  },
}

function casesOf(
  benchmark: JsonCursor,
  groups: readonly JsonCursor[],
  target: SourceCase['target'],
): SourceCase[] {
  const group = groups[benchmark.at('group').number()]
  const alias = benchmark.at('alias').text()
  return benchmark.listAt('runs').map(run => ({
    suite: group?.textIfAny() ?? 'mitata',
    // The name of a run holds the values of its arguments, which are the parameters here.
    case: alias,
    params: run.at('args').params(),
    target,
    isBaseline: benchmark.at('baseline').value === true,
    found: foundIn(run),
  }))
}

function foundIn(run: JsonCursor): SourceCase['found'] {
  const error = run.at('error')
  if (!error.isMissing) return { error: error.at('message').text() }
  const stats = run.at('stats')
  const samples = stats.at('samples')
  const samplesNs = samples.isMissing ? null : samples.numbers()
  return {
    ...UNSAID,
    statistic: 'avg',
    wallNs: stats.at('avg').positive(),
    statistics: Object.fromEntries(STATISTICS.map(name => [name, stats.at(name).number()])),
    // Its ticks are samples, or 4096 times as many.
    samples: samplesNs?.length ?? null,
    samplesNs,
  }
}
