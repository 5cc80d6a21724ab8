import type { JsonCursor } from './json-cursor.ts'
import { type Importer, nameOfFile, type SourceCase, UNSAID } from './source.ts'

const NS_PER_SECOND = 1e9
const LEVEL = 0.95
const STATISTICS = ['mean', 'median', 'max', 'min']

/** What `node --experimental-bench --bench-reporter=json` writes: an event on each line. */
export const nodeBench: Importer = {
  name: 'node-bench',
  command: 'node --experimental-bench --bench --bench-reporter=json',
  recognizes: file => typeof file.at('type').value === 'string' && /^bench:/.test(file.at('type').text()),
  read(file) {
    const events = file.list()
    // What is skipped, by the file or by a pattern of names, is complete without a result.
    const completed = events.filter(
      event => event.at('type').value === 'bench:complete' && !event.at('data').at('skip').value,
    )
    return {
      headline:
        'its mean rate as time per operation, with its own 95 % interval over the samples of one process, which knows nothing of how processes differ',
      cases: completed.map(event => caseOf(event.at('data'))),
    }
  },
}

function caseOf(data: JsonCursor): SourceCase {
  const groups = data.listAt('namePath').slice(0, -1)
  return {
    suite: groups.map(group => group.text()).join(' ') || nameOfFile(data.at('entryFile').text()),
    case: data.at('name').text(),
    params: data.at('params').params(),
    // The file does not name the Node that wrote it.
    target: { runtime: 'node', version: null, engine: null },
    found: foundIn(data),
  }
}

/** Rates, in operations per second, become times; the highest rate is the shortest time. */
function foundIn(data: JsonCursor): SourceCase['found'] {
  const error = data.at('error')
  if (!error.isMissing) return { error: error.at('message').text() }
  const summary = data.at('summary')
  const timeOf = (name: string) => NS_PER_SECOND / summary.at(name).positive()
  const interval = summary.at('confidenceInterval')
  // The interval is null where one sample was taken. A rate that may be 0 is a time without an end.
  const slowest = interval.at('lower').isMissing ? 0 : interval.at('lower').number()
  const samplesNs = data
    .listAt('samples')
    .map(sample => sample.at('duration_ns').number() / sample.at('operations').positive())
  return {
    ...UNSAID,
    statistic: 'mean rate',
    wallNs: timeOf('mean'),
    interval:
      slowest > 0
        ? {
            lower: NS_PER_SECOND / interval.at('upper').positive(),
            upper: NS_PER_SECOND / slowest,
            level: LEVEL,
          }
        : null,
    statistics: Object.fromEntries(STATISTICS.map(name => [`${name} rate`, timeOf(name)])),
    samples: samplesNs.length,
    samplesNs,
  }
}
