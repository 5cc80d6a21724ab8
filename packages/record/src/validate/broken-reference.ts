import type { RunRecord, WindowRecord } from '../record.ts'
import { excerpt } from './excerpt.ts'

/**
 * Returns the first name in a record that refers to nothing in it, the first launch whose lists differ in length, or the
 * first function that is called by one after it: a JSON Schema cannot check any. Null when the record is sound.
 */
export function brokenReference(record: RunRecord): string | null {
  return (
    repeatedName('suites', 'name', namesOf(record).suites) ??
    repeatedName('targets', 'id', namesOf(record).targets) ??
    unknownName(record) ??
    earlyVerdict(record) ??
    unevenLaunch(record) ??
    brokenStack(record)
  )
}

function repeatedName(list: string, field: string, names: readonly string[]): string | null {
  const index = names.findIndex((name, at) => names.indexOf(name) < at)
  return index < 0
    ? null
    : `${list}[${index}].${field} is ${excerpt(names[index])} a second time, expected unique`
}

/** A run that ended early has the verdicts of complete looks, and says nothing of whether timers agree. */
function earlyVerdict({ status, comparisons, agreements }: RunRecord): string | null {
  if (status === 'complete') return null
  const early = comparisons.findIndex(({ verdict, look }) => verdict !== null && look === null)
  if (early >= 0)
    return `comparisons[${early}].verdict is there without a look, expected null in a partial record`
  const judged = agreements.findIndex(({ agrees }) => agrees !== null)
  return judged < 0 ? null : `agreements[${judged}].agrees is there, expected null in a partial record`
}

/** What is about one suite, and one target or two. */
interface Subject {
  readonly suite: string
  readonly target?: string
  readonly base?: string
  readonly head?: string
}

const ABOUT_SUITES = ['results', 'comparisons', 'agreements', 'attributions', 'profiles', 'causes'] as const
const TARGET_FIELDS = ['target', 'base', 'head'] as const

function unknownName(record: RunRecord): string | null {
  const known = namesOf(record)
  const subjects = ABOUT_SUITES.flatMap(list =>
    (record[list] as readonly Subject[]).map((subject, index) => ({ at: `${list}[${index}]`, subject })),
  )
  const uses = [
    ...subjects.map(({ at, subject }) => ({ field: `${at}.suite`, name: subject.suite })),
    ...subjects.flatMap(({ at, subject }) =>
      TARGET_FIELDS.map(field => ({ field: `${at}.${field}`, name: subject[field] })),
    ),
    ...record.attributions.flatMap(({ flags }, index) =>
      flags.flatMap(({ alone, without }, flag) =>
        Object.entries({ alone, without }).map(([field, name]) => ({
          field: `attributions[${index}].flags[${flag}].${field}`,
          name,
        })),
      ),
    ),
    ...comparedTargets(record),
  ]
  const listOf = (field: string) => (field.endsWith('.suite') ? 'suites' : 'targets')
  const broken = uses.find(({ field, name }) => name !== undefined && !known[listOf(field)].includes(name))
  if (broken === undefined) return null
  const expected = listOf(broken.field) === 'suites' ? 'a suite name' : 'a target id'
  return `${broken.field} is ${excerpt(broken.name)}, expected ${expected} of this record`
}

function namesOf({ suites, targets }: RunRecord) {
  return { suites: suites.map(({ name }) => name), targets: targets.map(({ id }) => id) }
}

function comparedTargets({ compared }: RunRecord) {
  if (compared === null) return []
  const { base, heads, rebuilt } = compared
  return [
    { field: 'compared.base', name: base },
    ...heads.map((name, index) => ({ field: `compared.heads[${index}]`, name })),
    ...(rebuilt === null ? [] : [{ field: 'compared.rebuilt', name: rebuilt }]),
  ]
}

function unevenLaunch(record: RunRecord): string | null {
  for (const [resultIndex, result] of record.results.entries()) {
    for (const [launchIndex, launch] of result.launches.entries()) {
      const where = `results[${resultIndex}].launches[${launchIndex}]`
      const windows = [
        { at: where, window: launch },
        ...launch.early.map((window, index) => ({ at: `${where}.early[${index}]`, window })),
      ]
      for (const { at, window } of windows) {
        const fault = unevenList(window)
        if (fault !== null) return `${at}.${fault}`
      }
    }
  }
  return null
}

function unevenList({ wallNs, cpuNs, order, audit }: WindowRecord): string | null {
  for (const [name, list] of Object.entries({ order, cpuNs })) {
    if (list && list.length !== wallNs.length)
      return `${name} has ${list.length} entries, expected ${wallNs.length}, one for each sample in wallNs`
  }
  const beyond = audit?.contended.find(index => index >= wallNs.length)
  return beyond === undefined
    ? null
    : `audit.contended names sample ${beyond}, expected one of the ${wallNs.length} in wallNs`
}

/** Returns the fault of the first broken tree of stacks in a record; null when all are sound. */
function brokenStack({ profiles, causes }: RunRecord): string | null {
  const faults = [
    ...profiles.map(({ stacks, launches }, index) => {
      const at = `profiles[${index}]`
      return brokenTree(`${at}.stacks`, stacks) ?? unevenShares(at, stacks.length, launches)
    }),
    ...causes.map(({ frames }, index) => brokenTree(`causes[${index}].frames`, frames)),
  ]
  return faults.find(fault => fault !== null) ?? null
}

type Launches = RunRecord['profiles'][number]['launches']

function brokenTree(at: string, nodes: readonly { readonly caller: number | null }[]): string | null {
  for (const [index, { caller }] of nodes.entries()) {
    const isRight = index === 0 ? caller === null : caller !== null && caller < index
    if (!isRight) {
      const expected = index === 0 ? 'null for the first' : `a number below ${index}`
      return `${at}[${index}].caller is ${caller}, expected ${expected}`
    }
  }
  return null
}

function unevenShares(at: string, nodes: number, launches: Launches): string | null {
  for (const [index, { self, below }] of launches.entries()) {
    for (const [name, list] of Object.entries({ self, below })) {
      if (list.length !== nodes) {
        return `${at}.launches[${index}].${name} has ${list.length} entries, expected ${nodes}, one for each node in stacks`
      }
    }
  }
  return null
}
