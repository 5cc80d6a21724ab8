import { matchesGlob } from 'node:path'
import { firstCharacters } from '@steelyard/harness/first-characters'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { suggestion } from './near-names.ts'
import type { RunOptions } from './run-options.ts'
import { UsageError } from './usage-error.ts'

/** What is wanted of all suites that are asked for. */
export type Wanted = Pick<RunOptions['selection'], 'cases' | 'filters' | 'tags'>

/** Braces are expanded before anything is matched, `{1..9999999}` into as many texts. */
const LONGEST_GLOB = 300
const RANGE = /\{[^{}]*\.\.[^{}]*\}/

/** Throws UsageError for a glob over cases that could take for ever. */
export function checkGlob(glob: string): void {
  if (glob.length <= LONGEST_GLOB && !RANGE.test(glob)) return
  throw new UsageError(
    `Cannot choose cases by '${firstCharacters(glob, 40)}…': it is no short pattern without a range. Use * and {one,other}.`,
  )
}

/**
 * Returns the cases that are left of a suite after `--case`, `--filter` and `--tag`, by their ids: `all` where neither a
 * filter nor a tag leaves any out, `none` where the suite is left out.
 *
 * @throws UsageError for a filter that is no short pattern
 */
export function filteredCases(
  { name, cases: ids, tags: own = [] }: SuiteDescription,
  { cases, filters, tags }: Wanted,
): readonly string[] | 'all' | 'none' {
  filters.forEach(checkGlob)
  if (tags.length > 0 && !tags.some(tag => own.includes(tag))) return 'none'
  if (filters.length === 0) return 'all'
  const chosen = ids.filter(id => cases.length === 0 || cases.some(glob => matchesGlob(id, glob)))
  const left = chosen.filter(id => filters.some(filter => isMatch(name, id, filter)))
  return left.length > 0 ? left : 'none'
}

/** A filter is a part of `suite/case`; with a wildcard it is all of it, or all of the case where it has no slash. */
function isMatch(suite: string, id: string, filter: string): boolean {
  const whole = `${suite}/${id}`
  if (!/[*?{[]/.test(filter)) return whole.includes(filter)
  return matchesGlob(filter.includes('/') ? whole : id, filter)
}

/** Returns that nothing is left of the suites that were asked for, and why. */
export function nothingLeft(suites: readonly SuiteDescription[], { filters, tags }: Wanted): UsageError {
  const known = [...new Set(suites.flatMap(suite => suite.tags ?? []))].sort()
  const unknown = tags.filter(tag => !known.includes(tag))
  const count = `${suites.length} ${suites.length === 1 ? 'suite' : 'suites'}`
  if (unknown.length === tags.length && unknown[0] !== undefined) {
    return new UsageError(
      `Cannot find the tag '${unknown[0]}' in ${count}. ${suggestion(unknown[0], known, 'tags')}`,
    )
  }
  return new UsageError(
    `Cannot find a case that matches ${filters.map(filter => `'${filter}'`).join(' or ')} in ${count}. Give a part of suite/case, or a glob.`,
  )
}
