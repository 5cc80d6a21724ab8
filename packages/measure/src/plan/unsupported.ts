import type { Gaps } from '@steelyard/harness'
import semver from 'semver'
import { UsageError } from './usage-error.ts'

/**
 * Returns why a case cannot run on a build, or null when nothing is declared against it. UsageError for a condition that
 * is neither a runtime's name nor `runtime@<comparison><version>`.
 */
export function unsupportedFor(gaps: Gaps, runtime: string, version: string): string | null {
  for (const [condition, reason] of Object.entries(gaps)) {
    const match = /^([a-z][a-z\d]*)(?:@((?:<=?|>=?|=)\d+(?:\.\d+){0,2}))?$/.exec(condition)
    if (!match) {
      throw new UsageError(
        `Cannot read the condition '${condition}' of what is unsupported: write a runtime, or a runtime and a version as in node@<20.6.`,
      )
    }
    const [, name, range] = match
    if (name === runtime && (range === undefined || isInRange(version, range))) return reason
  }
  return null
}

/**
 * Whether a version is in a range of semver, whose numbers that are not there may be any: 20.6.1 is in =20.6. Only the
 * numbers of the version count: 20.6.0-pre is in >=20.6.0.
 */
export function isInRange(version: string, range: string): boolean {
  return semver.satisfies(semver.coerce(version) ?? version, range, { loose: true })
}
