import {
  type ComparisonRecord,
  type EnvironmentRecord,
  type EstimateRecord,
  type RunRecord,
  type SuiteRecord,
  statedEstimator,
} from '@steelyard/record'
import { cpuText } from '../machine-text.ts'
import { paramsText } from '../section.ts'

/** A comparison of a record, and the one of a later record that repeats it. */
export interface Repetition {
  readonly before: ComparisonRecord
  /** null when it was not measured again. */
  readonly after: ComparisonRecord | null
  readonly overlap: boolean
  /** opposite: one faster, the other slower. other: one of them decided, or both in another way. */
  readonly verdicts: 'equal' | 'opposite' | 'other' | 'none'
}

/** Returns every comparison that shared launches with its repetition: equal case, parameters, targets and clock. */
export function repetitionsOf(before: RunRecord, after: RunRecord): Repetition[] {
  const paired = (record: RunRecord) => record.comparisons.filter(comparison => comparison.paired)
  const again = new Map(paired(after).map(comparison => [keyOf(comparison), comparison]))
  return paired(before).map(comparison => {
    const other = again.get(keyOf(comparison)) ?? null
    return {
      before: comparison,
      after: other,
      overlap: other !== null && overlap(comparison.ratio, other.ratio),
      verdicts: verdictsOf(comparison, other),
    }
  })
}

/** What of a machine may change without its being another one, in words. */
const PARTS = {
  kernel: 'the kernel',
  microcode: 'the microcode',
  caches: 'the caches',
  threadsPerCore: 'threads of a core',
  hypervisor: 'the hypervisor',
  cLibrary: 'the C library',
  pageBytes: 'the size of pages',
  transparentHugePages: 'transparent huge pages',
} as const satisfies Partial<Record<keyof EnvironmentRecord, string>>

/** Returns what has changed between two records besides the hour, a clause each. */
export function changesBetween(before: RunRecord, after: RunRecord): string[] {
  const code = (suite: SuiteRecord, other: SuiteRecord) =>
    suite.codeSha256 && other.codeSha256
      ? [suite.codeSha256, other.codeSha256]
      : [suite.bundleSha256, other.bundleSha256]
  const changed = before.suites.filter(suite =>
    after.suites.some(other => suite.name === other.name && new Set(code(suite, other)).size > 1),
  )
  return [
    ...machineChanges(before.environment, after.environment),
    ...(before.steelyard.version === after.steelyard.version ? [] : ['Steelyard has another version']),
    ...(isOther(before.steelyard.estimator, after.steelyard.estimator)
      ? ['Steelyard measures or estimates differently']
      : []),
    ...(isWithoutStalls(before) === isWithoutStalls(after)
      ? []
      : [`only the ${isWithoutStalls(before) ? 'earlier' : 'later'} ratios are without stalls of the core`]),
    ...changed.map(({ name }) => `the code of ${name}`),
  ]
}

function isWithoutStalls({ comparisons }: RunRecord): boolean {
  return statedEstimator(comparisons) !== null
}

function machineChanges(before: EnvironmentRecord, after: EnvironmentRecord): string[] {
  const nameOf = ({ cpuModel, cores, kernel }: EnvironmentRecord) => JSON.stringify([cpuModel, cores, kernel])
  if (!before.cpuId || !after.cpuId) {
    return [
      ...(nameOf(before) === nameOf(after) ? [] : ['the machine or its kernel differs']),
      ...(before.cpu && after.cpu && numbersOf(before) !== numbersOf(after)
        ? [`the CPU was ${cpuText(before)} and is ${cpuText(after)}`]
        : []),
    ]
  }
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[]
  return [
    ...(before.cores === after.cores ? [] : ['the number of cores']),
    ...names.filter(name => isOther(before[name], after[name])).map(name => PARTS[name]),
  ]
}

/** What one of the records does not tell has not changed. */
function isOther(one: unknown, other: unknown): boolean {
  return one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other)
}

/**
 * Returns a sentence that says whether two records are of one machine, of two with the same CPU, or of two CPUs; null where
 * one of them does not tell its cpuId.
 */
export function machinesText({ environment: was }: RunRecord, { environment: is }: RunRecord): string | null {
  if (!was.cpuId || !is.cpuId) return null
  if (was.cpuId !== is.cpuId) return `The CPU differs: it was ${was.cpuId} and is ${is.cpuId}.`
  if (!was.installationId || !is.installationId) {
    return `Both have the CPU ${is.cpuId}; whether they are one machine is unknown.`
  }
  return was.installationId === is.installationId
    ? `Both are of one machine, ${is.cpuId}.`
    : `This is another machine with the same CPU, ${is.cpuId}.`
}

function numbersOf({ cpu }: EnvironmentRecord): string {
  return JSON.stringify(cpu && [cpu.vendor, cpu.family, cpu.model, cpu.stepping])
}

function keyOf({ suite, case: caseId, baseCase, params, base, head, metric }: ComparisonRecord): string {
  return JSON.stringify([suite, caseId, baseCase ?? null, paramsText(params), base, head, metric])
}

function overlap(one: EstimateRecord, other: EstimateRecord): boolean {
  return one.lower <= other.upper && other.lower <= one.upper
}

function verdictsOf(before: ComparisonRecord, after: ComparisonRecord | null): Repetition['verdicts'] {
  if (after === null || before.verdict === null || after.verdict === null) return 'none'
  if (before.verdict === after.verdict) return 'equal'
  const both = [before.verdict, after.verdict]
  return both.includes('faster') && both.includes('slower') ? 'opposite' : 'other'
}
