import type { JsonCursor } from './json-cursor.ts'
import { type Importer, nameOfFile, type SourceCase, UNSAID } from './source.ts'

const STATISTICS = ['avg', 'min', 'max', 'p75', 'p99', 'p995', 'p999']

/** What `deno bench --json` writes. */
export const denoBench: Importer = {
  name: 'deno-bench',
  command: 'deno bench --json',
  recognizes: file => !file.at('benches').isMissing && !file.at('runtime').isMissing,
  read(file) {
    const [, runtime = 'deno', version = null, platform = null] =
      /^(\w+)\/(\S+)(?: (.+))?$/.exec(file.at('runtime').text()) ?? []
    const target = { runtime: runtime.toLowerCase(), version, engine: null }
    return {
      toolVersion: version,
      cpuModel: file.at('cpu').textIfAny(),
      os: platform,
      headline: 'avg, the mean over the iterations of one process, for which it gives no interval',
      cases: file.listAt('benches').flatMap(bench => casesOf(bench, target)),
    }
  },
}

function casesOf(bench: JsonCursor, target: SourceCase['target']): SourceCase[] {
  const about = {
    suite: bench.at('group').textIfAny() ?? nameOfFile(bench.at('origin').text()),
    case: bench.at('name').text(),
    target,
    isBaseline: bench.at('baseline').value === true,
  }
  return bench.listAt('results').map(result => ({ ...about, found: foundIn(result) }))
}

function foundIn(result: JsonCursor): SourceCase['found'] {
  const failed = result.at('failed')
  if (!failed.isMissing) return { error: failed.at('message').text() }
  const ok = result.at('ok')
  return {
    ...UNSAID,
    statistic: 'avg',
    wallNs: ok.at('avg').positive(),
    statistics: Object.fromEntries(STATISTICS.map(name => [name, ok.at(name).number()])),
    samples: ok.at('n').number(),
  }
}
