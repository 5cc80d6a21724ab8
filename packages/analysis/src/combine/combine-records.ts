import { UsageError } from '@steelyard/measure'
import {
  type AloneComparisonRecord,
  type ApartComparisonRecord,
  COMBINATION_SCHEMA,
  type CombinationRecord,
  type CombinedMachineRecord,
  type LikenessRecord,
  type MachineDifferenceRecord,
  paramsJson,
  type SourceRecord,
} from '@steelyard/record'
import {
  type CpusNeeded,
  combineMachines,
  DEFAULT_ALPHA,
  HOURS_APART,
  needsMoreCpus,
  ratioFromLogs,
} from '@steelyard/stats'
import { counted, formatPercent } from '@steelyard/text'
import { asMachines, type Comparison, combinedRecord, type Found } from './combined-record.ts'
import { type Contribution, nameKey } from './contribution.ts'
import { compare, inOrder, withoutCopies } from './copies.ts'
import { machineDifferences } from './machine-differences.ts'

/**
 * Returns what records say together of the comparisons that two or more of them have, over the machines they are of.
 * The order in which they are given changes nothing.
 *
 * A machine is an installation on a cpuId. A record that lacks one of both counts for nothing, since it is unknown whether
 * it is of a further machine. The same measurement counts once, in however many files it is.
 *
 * @param chosenThreshold δ as a fraction; null for that of the records
 * @throws UsageError where there are fewer than two measurements or none in common, two records of one id that differ,
 * or records that were judged by different thresholds while none was chosen
 */
export function combineRecords(
  given: readonly Contribution[],
  chosenThreshold: number | null = null,
): CombinationRecord {
  const { contributions, copies, found, byName, common, kinds, comparisons } = divided(given)
  if (common.length === 0) throw nothingInCommon(contributions, copies.length, found)
  const threshold = chosenThreshold ?? thresholdOf(common.flat())
  const family = familyOf(comparisons)
  const stoppedOnWidth = contributions.some(each => each.isStoppedOnWidth)
  const combinations = combineMachines(family.map(asMachines), { threshold, stoppedOnWidth })
  return {
    schema: COMBINATION_SCHEMA,
    rules: {
      threshold,
      alpha: DEFAULT_ALPHA,
      hoursApart: HOURS_APART,
      ...(stoppedOnWidth && { stoppedOnWidth }),
    },
    records: sourcesOf(contributions, copies),
    ...machinesOf(family),
    comparisons: comparisons.map(each => combinedRecord(each, combinations[family.indexOf(each)] ?? null)),
    apart: kinds.flatMap(each => (each.length > 1 ? [apartOf(each)] : [])),
    alone: byName.flatMap(each => (each.length === 1 ? each.map(aloneOf) : [])),
  }
}

/**
 * Returns how well records know what they say together: whether further cpuIds are needed until the combined ratio of every
 * comparison is known to `width`, a fraction above 0. It follows from the widths alone, as `needsMoreCpus` says.
 */
export function widthOf(given: readonly Contribution[], width: number): CpusNeeded {
  const needed = familyOf(divided(given).comparisons).map(each =>
    needsMoreCpus(asMachines(each), Math.log1p(width)),
  )
  const widths = needed.map(({ halfWidth }) => halfWidth)
  const forecasts = needed.map(({ forecast }) => forecast)
  return {
    halfWidth: largest(widths),
    needsMore: needed.length === 0 || needed.some(({ needsMore }) => needsMore),
    forecast: largest(forecasts),
  }
}

/** Null where one is not known. */
function largest(values: readonly (number | null)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  return known.length === 0 || known.length < values.length ? null : Math.max(...known)
}

function divided(given: readonly Contribution[]) {
  const { contributions, copies } = withoutCopies(given)
  const found = contributions.flatMap(contribution =>
    contribution.measurements.map(measurement => ({ contribution, measurement })),
  )
  const byName = [...Map.groupBy(found, ({ measurement }) => nameKey(measurement)).values()]
  const common = byName.filter(each => each.length > 1)
  const kinds = common.map(kindsOf)
  const comparisons = kinds.flat().map(kind => comparisonOf(kind, contributions))
  return { contributions, copies, found, byName, common, kinds, comparisons }
}

/** One without a machine has nothing to be found in it: it is in no family. */
function familyOf(comparisons: readonly Comparison[]): Comparison[] {
  return comparisons.filter(({ machines }) => machines.length > 0)
}

function nothingInCommon(
  contributions: readonly Contribution[],
  copies: number,
  found: readonly Found[],
): UsageError {
  const said = copies === 0 ? '' : `, of which ${copies === 1 ? 'one is a copy' : `${copies} are copies`}`
  const files = `${counted(contributions.length + copies, 'record')} ${contributions.length + copies === 1 ? 'was' : 'were'} given${said}`
  if (contributions.length < 2) {
    return new UsageError(
      `Cannot combine fewer than two records: ${files}. Name the records of the other machines or hours too.`,
    )
  }
  if (found.length === 0) {
    return new UsageError(
      `Cannot combine these records: none has a ratio of contenders that shared launches. Measure with 'compare'.`,
    )
  }
  const names = [
    ...new Set(found.map(({ measurement: { suite, base, head } }) => `${suite} (${base.id} and ${head.id})`)),
  ]
  return new UsageError(
    `Cannot combine these records: no comparison is in two of them. They have ${names.slice(0, 4).join(', ')}${names.length > 4 ? ` and ${names.length - 4} more` : ''}.`,
  )
}

function thresholdOf(found: readonly Found[]): number {
  const [threshold = 0, ...others] = new Set(found.map(({ measurement }) => measurement.threshold))
  if (others.length === 0) return threshold
  const all = [threshold, ...others].toSorted((a, b) => a - b).map(formatPercent)
  throw new UsageError(
    `Cannot choose the smallest difference that matters: the records were judged by ${all.join(' and ')}. Give --threshold.`,
  )
}

interface Kind {
  readonly likeness: LikenessRecord
  readonly found: readonly Found[]
}

/** What must be equal for comparisons of one name to be of one thing. */
const LIKENESS = ['code', 'estimator', 'affinity', 'builds', 'load', 'windowNs'] as const

/** Divides comparisons of one name into those of one thing. */
function kindsOf(found: readonly Found[]): Kind[] {
  const keyOf = ({ measurement }: Found) => JSON.stringify(LIKENESS.map(field => measurement[field]))
  return [...Map.groupBy(found, keyOf).values()].flatMap(alike => {
    const [first] = alike
    if (first === undefined) return []
    const { code, estimator, affinity, builds, load, windowNs } = first.measurement
    return [{ likeness: { code, estimator, affinity, builds, load, windowNs }, found: alike }]
  })
}

function comparisonOf(kind: Kind, contributions: readonly Contribution[]): Comparison {
  const all = [
    ...kind.found.map(one => ({ contribution: one.contribution, one, failure: null })),
    ...contributions.map(each => ({ contribution: each, one: null, failure: failureIn(each, kind) })),
  ].filter(({ one, failure }) => one !== null || failure !== null)
  const byMachine = Map.groupBy(all, ({ contribution }) => JSON.stringify(machineOf(contribution)))
  const machines = [...byMachine.values()].flatMap(each => {
    const [cpuId, installation] = (each[0] && machineOf(each[0].contribution)) ?? []
    if (cpuId === undefined || installation === undefined) return []
    const found = each.flatMap(({ one }) => one ?? [])
    return [{ cpuId, installation, found, failures: each.flatMap(({ failure }) => failure ?? []) }]
  })
  return { ...kind, machines, unidentified: kind.found.flatMap(unidentifiedOf) }
}

function machineOf({ environment }: Contribution): readonly [cpuId: string, installation: string] | null {
  const { cpuId, installationId } = environment
  return cpuId && installationId ? [cpuId, installationId] : null
}

/** What loses machines may go with their speed: a machine on which a side failed is not forgotten. */
function failureIn(contribution: Contribution, { likeness, found }: Kind) {
  const { record, failures, environment, estimator } = contribution
  const [first] = found
  if (first === undefined || found.some(one => one.contribution === contribution)) return null
  const { suite, params, base, head } = first.measurement
  const failure = failures.find(
    each =>
      each.suite === suite &&
      paramsJson(each.params) === paramsJson(params) &&
      [base, head].some(side => side.id === each.target && side.case === each.case) &&
      each.code === likeness.code &&
      environment.affinity === likeness.affinity &&
      estimator === likeness.estimator,
  )
  return failure === undefined
    ? null
    : { record, error: `${failure.case} on ${failure.target}: ${failure.error}` }
}

function unidentifiedOf({ contribution, measurement }: Found): Comparison['unidentified'] {
  const { record, startedAt, environment } = contribution
  if (machineOf(contribution) !== null) return []
  const lacks = environment.cpuId ? 'installationId' : 'cpuId'
  const { cpuModel } = environment
  return [{ record, startedAt, cpuModel, lacks, ratio: ratioFromLogs(measurement.logRatios) }]
}

function machinesOf(comparisons: readonly Comparison[]): {
  readonly machines: readonly CombinedMachineRecord[]
  readonly differences: readonly MachineDifferenceRecord[]
} {
  const measured = new Set(
    comparisons.flatMap(({ machines }) => machines.flatMap(each => each.found.map(one => one.contribution))),
  )
  const byMachine = [...Map.groupBy(measured, each => JSON.stringify(machineOf(each)))].toSorted(([a], [b]) =>
    compare(a, b),
  )
  return {
    machines: byMachine.flatMap(([, own]) => {
      const newest = own.toSorted((a, b) => compare(a.startedAt, b.startedAt)).at(-1)
      const [cpuId, installation] = (newest && machineOf(newest)) ?? []
      if (newest === undefined || cpuId === undefined || installation === undefined) return []
      return [{ cpuId, installation, cpuModel: newest.environment.cpuModel, records: own.length }]
    }),
    differences: machineDifferences(byMachine.map(([, own]) => own.map(({ environment }) => environment))),
  }
}

function sourcesOf(contributions: readonly Contribution[], copies: readonly Contribution[]): SourceRecord[] {
  const uses = new Map([
    ...contributions.map(each => [each, useOf(each)] as const),
    ...copies.map(each => [each, 'copy'] as const),
  ])
  return [...uses]
    .toSorted(([a], [b]) => inOrder(a, b))
    .map(([{ record, file, startedAt, environment, isEvidence }, use]) => ({
      id: record,
      file,
      startedAt,
      cpuId: environment.cpuId ?? null,
      installationId: environment.installationId ?? null,
      evidence: isEvidence,
      use,
    }))
}

function useOf({ isForeign, measurements }: Contribution): SourceRecord['use'] {
  if (isForeign) return 'foreign'
  return measurements.length === 0 ? 'not paired' : 'used'
}

function apartOf(kinds: readonly Kind[]): ApartComparisonRecord {
  const [first] = kinds
  const by = LIKENESS.filter(
    field => new Set(kinds.map(({ likeness }) => JSON.stringify(likeness[field]))).size > 1,
  )
  return {
    ...namesOf(first?.found[0]),
    by,
    records: kinds.map(({ found }) => found.map(({ contribution }) => contribution.record)),
  }
}

function aloneOf(found: Found): AloneComparisonRecord {
  return { ...namesOf(found), record: found.contribution.record }
}

function namesOf(found: Found | undefined) {
  if (found === undefined) throw new Error('a comparison was found in a record')
  const { suite, params, base, head } = found.measurement
  return { suite, case: head.case, params, base: base.id, head: head.id }
}
