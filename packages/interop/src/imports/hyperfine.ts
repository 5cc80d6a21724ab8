import { mean, median, standardDeviation } from '@steelyard/stats'
import type { JsonCursor } from './json-cursor.ts'
import type { Importer, SourceCase } from './source.ts'

const NS_PER_SECOND = 1e9

/** What `hyperfine --export-json` writes: version 1, and version 2 with `measurements`. */
export const hyperfine: Importer = {
  name: 'hyperfine',
  command: 'hyperfine --export-json',
  recognizes: file =>
    Array.isArray(file.at('results').value) &&
    file.listAt('results').every(result => !result.at('command').isMissing),
  read(file) {
    const metadata = file.at('metadata')
    return {
      toolVersion: metadata.at('hyperfine_version').textIfAny(),
      os: metadata.at('platform').at('os').textIfAny(),
      startedAt: metadata.at('start_time').textIfAny(),
      headline:
        'its runs, each a process of its own: the geometric mean over them with its interval, as over launches; an iteration is a whole run of the command',
      cases: file.listAt('results').map(caseOf),
    }
  },
}

function caseOf(result: JsonCursor): SourceCase {
  const measurements = result.at('measurements')
  const { times, cpuTimes, cpuMeanNs, exitCodes } = measurements.isMissing
    ? runsOfVersion1(result)
    : runsOfVersion2(measurements.list())
  const failed = exitCodes.filter(code => code.isMissing || code.number() !== 0).length
  const meanNs = times.length > 0 ? mean(times) : result.at('mean').positive() * NS_PER_SECOND
  return {
    suite: 'hyperfine',
    case: result.at('command').text(),
    params: result.at('parameters').params(),
    target: { runtime: 'command', version: null, engine: null },
    warnings: failed > 0 ? [{ code: 'failed-runs', runs: failed, of: times.length }] : [],
    found: {
      statistic: 'mean',
      wallNs: meanNs,
      cpuNs: cpuMeanNs,
      interval: null,
      statistics: {
        mean: meanNs,
        ...(times.length > 1 && { stddev: standardDeviation(times) }),
        ...(times.length > 0 && {
          median: median(times),
          min: times.reduce((least, time) => Math.min(least, time)),
          max: times.reduce((most, time) => Math.max(most, time)),
        }),
      },
      samples: times.length,
      samplesNs: times,
      cpuSamplesNs: cpuTimes,
      byProcess: true,
    },
  }
}

/** Times are nanoseconds. Of the CPU time hyperfine reports the means of `user` and `system` over all runs alone. */
function runsOfVersion1(result: JsonCursor) {
  const [user, system] = [result.at('user'), result.at('system')]
  const codes = result.at('exit_codes')
  return {
    times: result.listAt('times').map(time => time.positive() * NS_PER_SECOND),
    cpuTimes: null,
    cpuMeanNs: user.isMissing || system.isMissing ? null : (user.number() + system.number()) * NS_PER_SECOND,
    exitCodes: codes.isMissing ? [] : codes.list(),
  }
}

function runsOfVersion2(runs: readonly JsonCursor[]) {
  const cpuTimes = runs.map(run => secondsIn(run.at('time_cpu')))
  const known = cpuTimes.filter(time => time !== null)
  const isWhole = known.length === runs.length && known.length > 0
  return {
    times: runs.map(run => run.at('time_wall_clock').at('value').positive() * NS_PER_SECOND),
    cpuTimes: isWhole ? known : null,
    cpuMeanNs: isWhole ? mean(known) : null,
    exitCodes: runs.map(run => run.at('exit_code')),
  }
}

function secondsIn(measure: JsonCursor): number | null {
  return measure.isMissing ? null : measure.at('value').number() * NS_PER_SECOND
}
