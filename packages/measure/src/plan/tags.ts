import type { SuiteDescription } from '@steelyard/harness/protocol'
import { suggestion } from './near-names.ts'
import { UsageError } from './usage-error.ts'

/** Whether a suite has one of the tags, or none is asked for. */
export function hasTag({ tags: own = [] }: SuiteDescription, tags: readonly string[]): boolean {
  return tags.length === 0 || tags.some(tag => own.includes(tag))
}

/** Returns that none of the suites that were asked for has a tag. */
export function unknownTag(suites: readonly SuiteDescription[], [tag = '']: readonly string[]): UsageError {
  const known = [...new Set(suites.flatMap(suite => suite.tags ?? []))].sort()
  const count = `${suites.length} ${suites.length === 1 ? 'suite' : 'suites'}`
  return new UsageError(`Cannot find the tag '${tag}' in ${count}. ${suggestion(tag, known, 'tags')}`)
}
