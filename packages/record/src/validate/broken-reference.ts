import type { RunRecord, WindowRecord } from '../record.ts'
import { excerpt } from './excerpt.ts'

/**
 * Returns the first name in a record that refers to nothing in it, the first launch whose lists differ in length, the
 * first function that is called by one after it, or an instant that no calendar has: a JSON Schema cannot check any. Null
 * when the record is sound.
 */
export function brokenReference(record: RunRecord): string | null {
  return (
    repeatedName('suites', 'name', namesOf(record).suites) ??
    repeatedName('targets', 'id', namesOf(record).targets) ??
    unreadInstant(record) ??
    unknownName(record) ??
    earlyVerdict(record) ??
    unevenLaunch(record) ??
    brokenStack(record)
  )
}

function unreadInstant(record: RunRecord): string | null {
  const field = (['startedAt', 'finishedAt'] as const).find(name => Number.isNaN(Date.parse(record[name])))
  return field === undefined ? null : `${field} is ${excerpt(record[field])}, expected an instant`
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

const ABOUT_SUITES = ['results', 'comparisons', 'agreements', 'attributions', 'profiles', 'causes'] as const
const TARGET_FIELDS = ['target', 'base', 'head'] as const

/** What is about one suite, and one target or two. */
type Subject = { readonly suite: string } & Partial<Record<(typeof TARGET_FIELDS)[number], string>>

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

function unevenLaunch({ results }: RunRecord): string | null {
  for (const [resultIndex, { launches, server }] of results.entries()) {
    for (const [launchIndex, launch] of launches.entries()) {
      const at = `results[${resultIndex}].launches[${launchIndex}]`
      const early = launch.early.map((window, index) => unevenWindow(`${at}.early[${index}]`, window))
      const { turns = {} } = server?.launches[launchIndex] ?? {}
      const fault =
        unevenWindow(at, launch) ??
        early.find(found => found !== null) ??
        unevenList(
          `results[${resultIndex}].server.launches[${launchIndex}].turns`,
          { ...turns },
          launch.wallNs.length,
          'sample in wallNs',
        )
      if (fault) return fault
    }
  }
  return null
}

function unevenWindow(at: string, { wallNs, cpuNs, order, audit }: WindowRecord): string | null {
  const uneven = unevenList(at, { order, cpuNs }, wallNs.length, 'sample in wallNs')
  if (uneven !== null) return uneven
  const beyond = audit?.contended.find(index => index >= wallNs.length)
  if (beyond === undefined) return null
  return `${at}.audit.contended names sample ${beyond}, expected one of the ${wallNs.length} in wallNs`
}

/** Returns the first of some lists that has not one entry for each of a number of things. */
function unevenList(
  at: string,
  lists: Readonly<Record<string, readonly unknown[] | null>>,
  count: number,
  thing: string,
): string | null {
  const [found] = Object.entries(lists).filter(([, list]) => list !== null && list.length !== count)
  if (found === undefined) return null
  return `${at}.${found[0]} has ${found[1]?.length} entries, expected ${count}, one for each ${thing}`
}

/** Returns the fault of the first broken tree of stacks in a record; null when all are sound. */
function brokenStack({ profiles, causes }: RunRecord): string | null {
  const faults = [
    ...profiles.flatMap(({ stacks, launches }, index) => {
      const at = `profiles[${index}]`
      return [
        brokenTree(`${at}.stacks`, stacks),
        ...launches.map(({ self, below }, launch) =>
          unevenList(`${at}.launches[${launch}]`, { self, below }, stacks.length, 'node in stacks'),
        ),
      ]
    }),
    ...causes.map(({ frames }, index) => brokenTree(`causes[${index}].frames`, frames)),
  ]
  return faults.find(fault => fault !== null) ?? null
}

function brokenTree(at: string, nodes: readonly { readonly caller: number | null }[]): string | null {
  const index = nodes.findIndex(({ caller }, node) =>
    node === 0 ? caller !== null : caller === null || caller >= node,
  )
  if (index < 0) return null
  const expected = index === 0 ? 'null for the first' : `a number below ${index}`
  return `${at}[${index}].caller is ${nodes[index]?.caller}, expected ${expected}`
}
