import { UsageError } from '@steelyard/measure'
import {
  type ApartComparisonRecord,
  COMBINATION_SCHEMA,
  type CombinationRecord,
  type CombinedMachineRecord,
  paramsJson,
  type SourceRecord,
} from '@steelyard/record'
import { type CpusNeeded, combineMachines, DEFAULT_ALPHA, HOURS_APART, needsMoreCpus } from '@steelyard/stats'
import { counted, formatPercent } from '@steelyard/text'
import { asMachines, type Comparison, combinedRecord, type Found, machineKey } from './combined-record.ts'
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
  const { contributions, copies, found, byName, comparisons } = divided(given)
  if (comparisons.length === 0) throw nothingInCommon(contributions, copies.length, found)
  const threshold = chosenThreshold ?? thresholdOf(comparisons)
  const stoppedOnWidth = contributions.some(each => each.isStoppedOnWidth)
  const combinations = combineMachines(comparisons.map(asMachines), { threshold, stoppedOnWidth })
  return {
    schema: COMBINATION_SCHEMA,
    rules: { threshold, alpha: DEFAULT_ALPHA, hoursApart: HOURS_APART, stoppedOnWidth },
    records: sourcesOf(contributions, copies),
    ...machinesOf(comparisons),
    comparisons: comparisons.flatMap((each, index) => {
      const combination = combinations[index]
      return combination ? [combinedRecord(each, combination)] : []
    }),
    apart: byName.flatMap(apartOf),
    alone: byName.flatMap(([first, second]) =>
      first && !second ? [{ ...namesOf(first), record: first.contribution.record }] : [],
    ),
  }
}

/**
 * Returns how well records know what they say together: whether further cpuIds are needed until the combined ratio of every
 * comparison is known to `width`, a fraction above 0. It follows from the widths alone, as `needsMoreCpus` says.
 */
export function widthOf(given: readonly Contribution[], width: number): CpusNeeded {
  const needed = divided(given).comparisons.map(each => needsMoreCpus(asMachines(each), Math.log1p(width)))
  return {
    halfWidth: largest(needed.map(({ halfWidth }) => halfWidth)),
    needsMore: needed.length === 0 || needed.some(({ needsMore }) => needsMore),
    forecast: largest(needed.map(({ forecast }) => forecast)),
  }
}

/** Null where one is not known. */
function largest(values: readonly (number | null)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  return known.length === 0 || known.length < values.length ? null : Math.max(...known)
}

/** Divides what was found by its name, and what two records or more have of one name into what is of one thing. */
function divided(given: readonly Contribution[]) {
  const { contributions, copies } = withoutCopies(given)
  const found = contributions.flatMap(contribution => {
    const { machine, measurements } = contribution
    return machine === null ? [] : measurements.map((each): Found => ({ ...each, contribution, machine }))
  })
  const byName = [...Map.groupBy(found, nameKey).values()]
  const kinds = byName.flatMap(each => (each.length > 1 ? kindsOf(each) : []))
  const comparisons = kinds.map(kind => ({
    found: kind,
    failures: contributions.flatMap(each => failureIn(each, kind)),
  }))
  return { contributions, copies, found, byName, comparisons }
}

function nothingInCommon(contributions: readonly Contribution[], copies: number, found: readonly Found[]) {
  const isOrAre = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`]
  const known = contributions.filter(({ machine }) => machine !== null).length
  const unknown = contributions.length - known
  const given = contributions.length + copies
  const said = [
    ...isOrAre(copies, 'one is a copy', 'are copies'),
    ...isOrAre(unknown, 'one lacks an id of its machine', 'lack an id of their machine'),
  ]
  if (known < 2) {
    const files = `${counted(given, 'record')} ${given === 1 ? 'was' : 'were'} given`
    const which = said.length === 0 ? '' : `, of which ${said.join(' and ')}`
    return new UsageError(
      `Cannot combine fewer than two records: ${files}${which}. Name the records of the other machines or hours too.`,
    )
  }
  if (found.length === 0) {
    return new UsageError(
      `Cannot combine these records: none has a ratio of contenders that shared launches. Measure with 'compare'.`,
    )
  }
  const names = [...new Set(found.map(({ suite, base, head }) => `${suite} (${base.id} and ${head.id})`))]
  return new UsageError(
    `Cannot combine these records: no comparison is in two of them. They have ${names.slice(0, 4).join(', ')}${names.length > 4 ? ` and ${names.length - 4} more` : ''}.`,
  )
}

function thresholdOf(comparisons: readonly Comparison[]): number {
  const thresholds = comparisons.flatMap(({ found }) => found.map(each => each.threshold))
  const [threshold = 0, ...others] = new Set(thresholds)
  if (others.length === 0) return threshold
  const all = [threshold, ...others].toSorted((a, b) => a - b).map(formatPercent)
  throw new UsageError(
    `Cannot choose the smallest difference that matters: the records were judged by ${all.join(' and ')}. Give --threshold.`,
  )
}

/** Comparisons of one thing, at least one. */
type Kind = Comparison['found']

/** Divides comparisons of one name into those of one thing. */
function kindsOf(found: readonly Found[]): Kind[] {
  const alike = Map.groupBy(found, ({ likeness }) => JSON.stringify(likeness))
  return [...alike.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []))
}

/** What loses machines may go with their speed: a machine on which a side failed is not forgotten. */
function failureIn(contribution: Contribution, found: Kind) {
  const { record, failures, environment, estimator, machine } = contribution
  const [{ suite, params, base, head, likeness }] = found
  if (machine === null || found.some(one => one.contribution === contribution)) return []
  const failure = failures.find(
    each =>
      each.suite === suite &&
      paramsJson(each.params) === paramsJson(params) &&
      [base, head].some(side => side.id === each.target && side.case === each.case) &&
      each.code === likeness.code &&
      environment.affinity === likeness.affinity &&
      estimator === likeness.estimator,
  )
  if (failure === undefined) return []
  return [{ machine, record, error: `${failure.case} on ${failure.target}: ${failure.error}` }]
}

function machinesOf(comparisons: readonly Comparison[]) {
  const found = comparisons.flatMap(each => each.found)
  const byMachine = [...Map.groupBy(found, ({ machine }) => machineKey(machine))]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([, own]) => [...new Set(own.map(({ contribution }) => contribution))])
  return {
    machines: byMachine.flatMap((own): CombinedMachineRecord[] => {
      const newest = own.toSorted((a, b) => compare(a.startedAt, b.startedAt)).at(-1)
      if (!newest?.machine) return []
      return [{ ...newest.machine, cpuModel: newest.environment.cpuModel, records: own.length }]
    }),
    differences: machineDifferences(byMachine.map(own => own.map(({ environment }) => environment))),
  }
}

function sourcesOf(contributions: readonly Contribution[], copies: readonly Contribution[]): SourceRecord[] {
  return [...contributions, ...copies].toSorted(inOrder).map(each => ({
    id: each.record,
    file: each.file,
    startedAt: each.startedAt,
    cpuId: each.environment.cpuId,
    installationId: each.environment.installationId,
    evidence: each.isEvidence,
    use: copies.includes(each) ? 'copy' : useOf(each),
  }))
}

function useOf({ isForeign, measurements, machine }: Contribution): SourceRecord['use'] {
  if (isForeign) return 'foreign'
  if (measurements.length === 0) return 'not paired'
  return machine === null ? 'unidentified' : 'used'
}

/** Comparisons of one name that are of several things. */
function apartOf(named: readonly Found[]): ApartComparisonRecord[] {
  const kinds = kindsOf(named)
  const [first] = kinds
  if (first === undefined || kinds.length < 2) return []
  const fields = Object.keys(first[0].likeness) as ApartComparisonRecord['by'][number][]
  const by = fields.filter(
    field => new Set(kinds.map(([{ likeness }]) => JSON.stringify(likeness[field]))).size > 1,
  )
  const records = kinds.map(found => found.map(({ contribution }) => contribution.record))
  return [{ ...namesOf(first[0]), by, records }]
}

function namesOf({ suite, params, base, head }: Found) {
  return { suite, case: head.case, params, base: base.id, head: head.id }
}
