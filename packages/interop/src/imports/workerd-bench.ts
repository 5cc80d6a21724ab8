import type { JsonCursor } from './json-cursor.ts'
import type { Importer, SourceCase } from './source.ts'

const LEVEL = 0.95
const STATISTICS = ['mean', 'median', 'medianLow', 'medianHigh', 'p75', 'p99', 'min', 'max']
const CPU_STATISTICS = ['mean', 'median', 'min']

/** What `workerd bench --format json` writes; its 64-bit counts are text. */
export const workerdBench: Importer = {
  name: 'workerd-bench',
  command: 'workerd bench --format json',
  recognizes: file => !file.at('groups').isMissing && !file.at('environment').at('workerdVersion').isMissing,
  read(file) {
    const environment = file.at('environment')
    const version = environment.at('workerdVersion').text()
    const engine = { name: 'v8', version: environment.at('v8Version').text() }
    const target = { runtime: 'workerd', version, engine }
    return {
      toolVersion: version,
      cpuModel: environment.at('cpuModel').textIfAny(),
      headline:
        'mean, with its own 95 % interval over the samples of one process, which knows nothing of how processes differ',
      cases: file.listAt('groups').flatMap(group => casesOf(group, target)),
    }
  },
}

function casesOf(group: JsonCursor, target: SourceCase['target']): SourceCase[] {
  const suite = group.at('name').text()
  const about = { suite, target }
  const error = group.at('error')
  if (error.textIfAny()) {
    return [{ ...about, case: suite, found: { error: firstLine(error.text()) } }]
  }
  return group.listAt('cases').map(found => ({
    ...about,
    case: found.at('name').text(),
    warnings: found.at('flags').isMissing
      ? []
      : found.listAt('flags').map(flag => ({ code: 'tool-flag', flag: flag.text() })),
    found: foundIn(found),
  }))
}

function foundIn(found: JsonCursor): SourceCase['found'] {
  const status = found.at('status').text()
  if (status !== 'ok') {
    return { error: firstLine(found.at('error').textIfAny() ?? status) }
  }
  const [wall, cpu] = [found.at('wallNs'), found.at('cpuNs')]
  const samplesNs = wall.at('samples').numbers()
  return {
    statistic: 'mean',
    wallNs: wall.at('mean').positive(),
    cpuNs: cpu.isMissing ? null : cpu.at('mean').number(),
    interval: { lower: wall.at('meanLow').number(), upper: wall.at('meanHigh').number(), level: LEVEL },
    statistics: {
      ...Object.fromEntries(STATISTICS.map(name => [name, wall.at(name).number()])),
      ...(cpu.isMissing
        ? {}
        : Object.fromEntries(CPU_STATISTICS.map(name => [`cpu ${name}`, cpu.at(name).number()]))),
    },
    samples: samplesNs.length,
    samplesNs,
    cpuSamplesNs: cpu.isMissing ? null : cpu.at('samples').numbers(),
    byProcess: false,
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
