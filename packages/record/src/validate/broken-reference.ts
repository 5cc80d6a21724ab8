import type { RunRecord, WindowRecord } from '../record.ts'
import { brokenStack } from './broken-stack.ts'
import { excerpt } from './excerpt.ts'

/**
 * Returns the first name in a record that refers to nothing in it, the first launch whose lists differ in length, or the
 * first function that is called by one after it: a JSON Schema cannot check any. Null when the record is sound.
 */
export function brokenReference(record: RunRecord): string | null {
  return (
    repeatedName(
      'suites',
      'name',
      record.suites.map(suite => suite.name),
    ) ??
    repeatedName(
      'targets',
      'id',
      record.targets.map(target => target.id),
    ) ??
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

function unknownName(record: RunRecord): string | null {
  const suites = new Set(record.suites.map(suite => suite.name))
  const targets = new Set(record.targets.map(target => target.id))
  const uses = [
    ...record.results.flatMap((result, index) => [
      { field: `results[${index}].suite`, name: result.suite, known: suites },
      { field: `results[${index}].target`, name: result.target, known: targets },
    ]),
    ...record.comparisons.flatMap((comparison, index) => [
      { field: `comparisons[${index}].suite`, name: comparison.suite, known: suites },
      { field: `comparisons[${index}].base`, name: comparison.base, known: targets },
      { field: `comparisons[${index}].head`, name: comparison.head, known: targets },
    ]),
    ...record.agreements.flatMap((agreement, index) => [
      { field: `agreements[${index}].suite`, name: agreement.suite, known: suites },
      { field: `agreements[${index}].target`, name: agreement.target, known: targets },
    ]),
    ...record.attributions.flatMap(({ suite, base, head, flags }, index) => [
      { field: `attributions[${index}].suite`, name: suite, known: suites },
      { field: `attributions[${index}].base`, name: base, known: targets },
      { field: `attributions[${index}].head`, name: head, known: targets },
      ...flags.flatMap(({ alone, without }, flag) => [
        { field: `attributions[${index}].flags[${flag}].alone`, name: alone, known: targets },
        { field: `attributions[${index}].flags[${flag}].without`, name: without, known: targets },
      ]),
    ]),
    ...record.profiles.flatMap(({ suite, target }, index) => [
      { field: `profiles[${index}].suite`, name: suite, known: suites },
      { field: `profiles[${index}].target`, name: target, known: targets },
    ]),
    ...record.causes.flatMap(({ suite, base, head }, index) => [
      { field: `causes[${index}].suite`, name: suite, known: suites },
      { field: `causes[${index}].base`, name: base, known: targets },
      { field: `causes[${index}].head`, name: head, known: targets },
    ]),
    ...comparedTargets(record).map(({ field, name }) => ({ field, name, known: targets })),
  ]
  const broken = uses.find(use => !use.known.has(use.name))
  if (broken === undefined) return null
  const list = broken.known === suites ? 'a suite name' : 'a target id'
  return `${broken.field} is ${excerpt(broken.name)}, expected ${list} of this record`
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
  const { waitedNs, preemptions, stolenNs, moved } = audit ?? {}
  const lists = {
    order,
    cpuNs,
    'audit.waitedNs': waitedNs,
    'audit.preemptions': preemptions,
    'audit.stolenNs': stolenNs,
    'audit.moved': moved,
  }
  for (const [name, list] of Object.entries(lists)) {
    if (list && list.length !== wallNs.length)
      return `${name} has ${list.length} entries, expected ${wallNs.length}, one for each sample in wallNs`
  }
  const beyond = audit?.contended.find(index => index >= wallNs.length)
  return beyond === undefined
    ? null
    : `audit.contended names sample ${beyond}, expected one of the ${wallNs.length} in wallNs`
}
