import type { ComparisonRecord, EstimateRecord, RunRecord } from '@steelyard/record'
import { cpuText } from '../machine-text.ts'
import { paramsText } from '../section.ts'

/** A comparison of a record beside the same one of a later record. */
export interface Repetition {
  readonly before: ComparisonRecord
  /** null when it was not measured again. */
  readonly after: ComparisonRecord | null
  readonly overlap: boolean
  /** opposite: one faster, the other slower. other: one of them decided, or both in another way. */
  readonly verdicts: 'equal' | 'opposite' | 'other' | 'none'
}

/** Returns every comparison that shared launches beside its repetition: the same case, parameters, targets and clock. */
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

/** Returns what has changed between two records besides the hour, a clause each. */
export function changesBetween(before: RunRecord, after: RunRecord): string[] {
  const machine = ({ environment: { cpuModel, cores, kernel } }: RunRecord) =>
    JSON.stringify([cpuModel, cores, kernel])
  const changed = before.suites.filter(({ name, bundleSha256 }) =>
    after.suites.some(suite => suite.name === name && suite.bundleSha256 !== bundleSha256),
  )
  return [
    ...(machine(before) === machine(after) ? [] : ['the machine or its kernel is another one']),
    ...(isIdentified(before) && isIdentified(after) && identityOf(before) !== identityOf(after)
      ? [`the CPU was ${cpuText(before.environment)} and is ${cpuText(after.environment)}`]
      : []),
    ...(before.steelyard.version === after.steelyard.version ? [] : ['Steelyard has another version']),
    ...changed.map(({ name }) => `the code of ${name} is another one`),
  ]
}

/** Returns whether a record says which CPU it is of: many call themselves the same. */
export function isIdentified({ environment }: Pick<RunRecord, 'environment'>): boolean {
  return Boolean(environment.cpu)
}

function identityOf({ environment: { cpu } }: RunRecord): string {
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
