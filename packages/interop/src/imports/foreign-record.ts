import { createHash, randomUUID } from 'node:crypto'
import {
  BLANK_ENVIRONMENT,
  BLANK_RECORD,
  BLANK_RESULT,
  BLANK_SUITE,
  BLANK_TARGET,
  type ForeignName,
  type ForeignResultRecord,
  type ResultRecord,
  type RunRecord,
  SCHEMA,
  type TargetRecord,
  warningRecord,
} from '@steelyard/record'
import { estimateFromLaunches } from '@steelyard/stats'
import type { ForeignFile, ImportOptions, Source, SourceCase, SourceTarget } from './source.ts'

const UNKNOWN = 'unknown'

/** Returns another tool's results as a record, in which everything unknown is marked so. */
export function foreignRecord(
  tool: ForeignName,
  source: Source,
  file: ForeignFile,
  { target, steelyard }: ImportOptions,
): RunRecord {
  const { toolVersion = null, startedAt = null } = source
  const instant = startedAt ?? file.modifiedAt.toISOString()
  const cases = distinct(
    target === null
      ? source.cases
      : source.cases.map(each => ({ ...each, target: { ...target, engine: each.target.engine } })),
  )
  return {
    ...BLANK_RECORD,
    schema: SCHEMA,
    id: randomUUID(),
    status: 'complete',
    command: ['import', file.name, '--format', tool, ...(target === null ? [] : ['--target', target.text])],
    seed: 0,
    startedAt: instant,
    finishedAt: instant,
    steelyard: { ...steelyard, estimator: null },
    environment: {
      ...BLANK_ENVIRONMENT,
      os: source.os ?? UNKNOWN,
      kernel: UNKNOWN,
      cpuModel: source.cpuModel ?? UNKNOWN,
      cores: null,
      memoryBytes: null,
      governor: null,
      virtualized: null,
      affinity: 'all',
    },
    foreign: {
      tool,
      version: toolVersion,
      sha256: createHash('sha256').update(file.text).digest('hex'),
      importedAt: new Date().toISOString(),
      dated: startedAt === null ? 'file' : 'source',
    },
    suites: suitesOf(cases),
    targets: targetsOf(cases),
    results: cases.map(each => resultOf(each, tool)),
    comparisons: [],
    timers: [{ name: tool, version: toolVersion, headline: source.headline }],
  }
}

/** A second case of the same name gets a number, as a second target does. */
function distinct(cases: readonly SourceCase[]): SourceCase[] {
  const seen = new Map<string, number>()
  return cases.map(found => {
    const key = JSON.stringify([found.suite, found.case, found.params, idOf(found.target)])
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? found : { ...found, case: `${found.case} #${count}` }
  })
}

function suitesOf(cases: readonly SourceCase[]): RunRecord['suites'] {
  return Array.from(
    Map.groupBy(cases, ({ suite }) => suite),
    ([name, own]) => ({
      ...BLANK_SUITE,
      name,
      question:
        own.length === 1 ? 'How long does its case take?' : `How long do its ${own.length} cases take?`,
      compare: 'cases',
      baseline: (own.find(({ isBaseline }) => isBaseline) ?? own[0])?.case ?? '',
      bundleSha256: null,
    }),
  )
}

function targetsOf(cases: readonly SourceCase[]): TargetRecord[] {
  return Array.from(new Map(cases.map(({ target }) => [idOf(target), target])), ([id, target]) => ({
    ...BLANK_TARGET,
    id,
    runtime: target.runtime,
    version: target.version ?? UNKNOWN,
    engine: target.engine ?? { name: UNKNOWN, version: UNKNOWN },
    flags: target.flags ?? [],
    environment: target.environment ?? {},
    binary: { source: UNKNOWN, sha256: null, elf: null },
    compatibilityDate: null,
    hardwareConcurrency: null,
    clock: 'runtime',
    clockResolutionNs: null,
    channelCostNs: null,
    channelCpuNs: null,
  }))
}

/** As the targets of runs are called. */
function idOf({ runtime, version, flags = [], environment = {} }: SourceTarget): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  return [...variables, version === null ? runtime : `${runtime}@${version}`, ...flags].join(' ')
}

function resultOf(
  { suite, case: caseId, params = {}, target, found, warnings = [] }: SourceCase,
  timer: ForeignName,
): ResultRecord {
  const about = {
    ...BLANK_RESULT,
    suite,
    case: caseId,
    params,
    target: idOf(target),
    timer,
    warnings: warnings.map(warningRecord),
  }
  if ('error' in found) {
    const error = { code: 'tool-error', message: found.error }
    return { ...about, status: 'failed', error, wallNs: null, cpuNs: null }
  }
  return {
    ...about,
    status: 'ok',
    wallNs: found.byProcess ? overProcesses(found.samplesNs) : null,
    cpuNs: found.byProcess ? overProcesses(found.cpuSamplesNs) : null,
    foreign: found,
  }
}

/** Each process is a launch; times of 0 have no logarithm. */
function overProcesses(samplesNs: ForeignResultRecord['samplesNs']) {
  if (samplesNs === null || samplesNs.some(sample => sample <= 0)) return null
  return estimateFromLaunches(samplesNs)
}
