import { matchesGlob } from 'node:path'
import type { ParamValue } from '@steelyard/harness'
import { firstCharacters } from '@steelyard/harness/first-characters'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { paramsJson } from '@steelyard/record'
import { suggestion } from './near-names.ts'
import type { RunRules, RunSelection } from './run-options.ts'
import { unsupportedFor } from './unsupported.ts'
import { UsageError } from './usage-error.ts'

export type ParamValues = Readonly<Record<string, ParamValue>>

export interface PlannedTarget {
  readonly runtime: string
  readonly version: string
  /** Targets of one row are compared with its first one; without rows all targets are one row. */
  readonly row?: number
  /** Cases of this suite that it lacks, and why. */
  readonly missing?: ReadonlyMap<string, string>
}

/** Case × parameters × target. */
export interface ContenderPlan {
  readonly caseId: string
  readonly params: ParamValues
  /** Index among the targets of the run. */
  readonly target: number
  /** A control: a second copy of the base of its groups, compared with the base. */
  readonly isControl?: true
}

/** Contenders that share launches; the first is the base of the others. */
export type GroupPlan = readonly ContenderPlan[]

export interface SuitePlan {
  readonly by: 'cases' | 'targets'
  /** The base of the other cases: the suite's, or the first one chosen when that one was left out. */
  readonly baseline: string
  /** Every contender once, in the order results are shown in: by parameters, then as the suite lists its cases. */
  readonly contenders: readonly ContenderPlan[]
  /**
   * Groups of the contenders that can run. The contender at the front of a row, and its control, belong to each group
   * of the row. A contender whose targets are compared too belongs to a group of its case as well.
   */
  readonly groups: readonly GroupPlan[]
  /** Contenders that the suite declares impossible. */
  readonly unsupported: readonly { readonly contender: ContenderPlan; readonly reason: string }[]
}

export interface Choice extends Pick<RunSelection, 'cases' | 'params' | 'by'>, Pick<RunRules, 'control'> {
  /** Whether targets are compared too where the suite compares cases, and nothing was asked by `by`; default: true. */
  readonly across?: boolean
  /** Indices of targets that are in every group besides the first one, as far as they can run. */
  readonly companions?: readonly number[]
}

/**
 * Members of a group besides the first. More would lie too many batches apart to see the same noise, and what waits works on
 * by itself, as collectors do.
 */
const OTHERS = 3

/** The most cases, and targets, for which targets are compared in every case, unless the suite names the cases. */
export const MOST_ACROSS = 4

/**
 * Returns which contenders share launches: their batches alternate on one core. UsageError for a case, parameter or value
 * that the suite does not have.
 */
export function planSuite(
  suite: SuiteDescription,
  choice: Choice,
  targets: readonly PlannedTarget[],
): SuitePlan {
  const cases = chosenCases(suite, choice.cases)
  const baseline = cases.includes(suite.baseline) ? suite.baseline : (cases[0] ?? suite.baseline)
  const ordered = [baseline, ...cases.filter(id => id !== baseline)]
  // One case alone can only be compared with itself on another target.
  const by = choice.by ?? (ordered.length === 1 ? 'targets' : suite.compare)
  const controls = new Map<ContenderPlan, ContenderPlan>()
  const targetRows = [...Map.groupBy(targets.keys(), target => targets[target]?.row).values()]
  const rows = combinationsOf(suite, chosenParams(suite, choice.params), ordered).flatMap(
    ({ params, cases: those }): ContenderPlan[][] =>
      by === 'cases'
        ? targets.map((_, target) => those.map(caseId => ({ caseId, params, target })))
        : those.flatMap(caseId => targetRows.map(row => row.map(target => ({ caseId, params, target })))),
  )
  const contenders = rows.flat()
  const unsupported = contenders.flatMap(contender => {
    const target = targets[contender.target]
    const gaps = suite.unsupported[contender.caseId]
    const declared = target && gaps ? unsupportedFor(gaps, target.runtime, target.version) : null
    const reason = declared ?? target?.missing?.get(contender.caseId) ?? null
    return reason === null ? [] : [{ contender, reason }]
  })
  const impossible = new Set(unsupported.map(({ contender }) => contender))
  const ableOf = (row: readonly ContenderPlan[]) => row.filter(contender => !impossible.has(contender))
  const grouped = (row: readonly ContenderPlan[]): GroupPlan[] => {
    const able = ableOf(row)
    // Without their base the others are measured each alone: no other contender takes its place.
    if (able[0] === undefined || able[0] !== row[0]) return able.map(one => [one])
    const control = choice.control && able.length > 1 ? [controlOf(able[0], controls)] : []
    const isCompanion = ({ target }: ContenderPlan) => by === 'targets' && choice.companions?.includes(target)
    const others = able.slice(1)
    return groupsOf(
      able[0],
      others.filter(one => !isCompanion(one)),
      [...control, ...others.filter(isCompanion)],
    )
  }
  const isAcross = by === 'cases' && choice.by === null && choice.across !== false
  const across = (isAcross ? acrossIds(suite, ordered, targets.length) : []).flatMap(caseId => {
    const ofCase = contenders.filter(one => one.caseId === caseId)
    const alike = [...Map.groupBy(ofCase, ({ params }) => params).values()]
    return alike.flatMap(own => targetRows.map(row => own.filter(({ target }) => row.includes(target))))
  })
  // A row without its base, or with nothing to compare, is already part of the groups of its target.
  const comparable = across.filter(row => row[0] === ableOf(row)[0] && ableOf(row).length > 1)
  const groups = [...rows, ...comparable].flatMap(grouped)
  return { by, baseline, contenders: [...contenders, ...controls.values()], groups, unsupported }
}

/** One copy of a base stands in all of its groups. */
function controlOf(base: ContenderPlan, controls: Map<ContenderPlan, ContenderPlan>): ContenderPlan {
  const control = controls.get(base) ?? { ...base, isControl: true }
  controls.set(base, control)
  return control
}

/** The cases whose targets are compared, of those that were chosen. */
function acrossIds({ across }: SuiteDescription, cases: readonly string[], targets: number): string[] {
  if (across !== null) return cases.filter(id => across.includes(id))
  return cases.length <= MOST_ACROSS && targets <= MOST_ACROSS ? [...cases] : []
}

/** Cases of an adopted file have parameters of their own: each case appears once for each choice of them. */
function combinationsOf(
  { name, adopted }: SuiteDescription,
  chosen: readonly ParamValues[],
  cases: readonly string[],
): { readonly params: ParamValues; readonly cases: readonly string[] }[] {
  if (adopted === undefined) return chosen.map(params => ({ params, cases }))
  const leftOut = new Map(
    cases.map(id => [id, new Set((adopted.leftOut?.[id] ?? []).map(one => paramsJson(one)))] as const),
  )
  const wanted = chosen.flatMap(values =>
    cases.flatMap(caseId => {
      const own = adopted.paramsOf[caseId] ?? []
      const params = Object.fromEntries(Object.entries(values).filter(([param]) => own.includes(param)))
      return leftOut.get(caseId)?.has(paramsJson(params)) ? [] : [{ caseId, params }]
    }),
  )
  if (wanted.length === 0) {
    throw new UsageError(
      `Cannot run ${name} with these parameters: its file excludes every such combination. Choose others with --param <name>=all.`,
    )
  }
  const combinations = Map.groupBy(wanted, ({ params }) => JSON.stringify(params))
  return Array.from(combinations.values(), alike => ({
    params: alike[0]?.params ?? {},
    cases: [...new Set(alike.map(({ caseId }) => caseId))],
  }))
}

/** Shares the others out evenly over as few groups as hold them, each with the first one and its companions in it. */
function groupsOf(
  first: ContenderPlan,
  others: readonly ContenderPlan[],
  companions: readonly ContenderPlan[],
): GroupPlan[] {
  const count = Math.max(1, Math.ceil(others.length / (OTHERS - companions.length)))
  return Array.from({ length: count }, (_, group) => [
    first,
    ...companions,
    ...others.filter((_, index) => index % count === group),
  ])
}

function chosenCases(suite: SuiteDescription, globs: readonly string[]): string[] {
  for (const glob of globs) {
    checkGlob(glob)
    if (!suite.cases.some(id => matchesGlob(id, glob))) {
      throw new UsageError(
        `Cannot find the case '${glob}' in ${suite.name}. ${suggestion(glob, suite.cases, 'cases')}`,
      )
    }
  }
  return suite.cases.filter(id => globs.length === 0 || globs.some(glob => matchesGlob(id, glob)))
}

/** Braces are expanded before anything is matched, `{1..9999999}` into as many texts. */
const LONGEST_GLOB = 300
const RANGE = /\{[^{}]*\.\.[^{}]*\}/

/** Throws UsageError for a glob over cases that could take for ever. */
function checkGlob(glob: string): void {
  if (glob.length <= LONGEST_GLOB && !RANGE.test(glob)) return
  throw new UsageError(
    `Cannot choose cases by '${firstCharacters(glob, 40)}…': it is too long, or has a range such as {1..9}. Use * and {one,other}.`,
  )
}

/** Every combination of the chosen values; the default value of a parameter that was not named. */
function chosenParams(suite: SuiteDescription, words: readonly string[]): ParamValues[] {
  const named = new Map<string, readonly ParamValue[]>()
  for (const word of words) {
    const equals = word.indexOf('=')
    const name = equals < 0 ? word : word.slice(0, equals)
    const values = Object.hasOwn(suite.params, name) ? suite.params[name] : undefined
    if (values === undefined) {
      throw new UsageError(
        `Cannot set the parameter '${name}' of ${suite.name}. ${suggestion(name, Object.keys(suite.params), 'parameters')}`,
      )
    }
    const more = chosenValues(suite.name, name, values, equals < 0 ? '' : word.slice(equals + 1))
    named.set(name, [...new Set([...(named.get(name) ?? []), ...more])])
  }
  return Object.entries(suite.params).reduce<ParamValues[]>(
    (combinations, [name, [initial]]) => {
      const values = named.get(name) ?? (initial === undefined ? [] : [initial])
      return combinations.flatMap(rest => values.map(value => ({ ...rest, [name]: value })))
    },
    [{}],
  )
}

function chosenValues(suite: string, name: string, values: readonly ParamValue[], text: string) {
  if (text === 'all') return values
  const value = values.find(candidate => String(candidate) === text)
  if (value !== undefined) return [value]
  const known = [...values.map(String), 'all']
  throw new UsageError(`Cannot set ${name}=${text} for ${suite}. ${suggestion(text, known, 'values')}`)
}
