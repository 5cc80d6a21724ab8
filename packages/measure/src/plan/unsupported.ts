import type { Gaps } from '@steelyard/harness'

/**
 * Returns why a case cannot run on a build, or null when nothing is declared against it.
 *
 * @throws SyntaxError for a condition that is neither a runtime's name nor `runtime@<comparison><version>`
 */
export function unsupportedFor(gaps: Gaps, runtime: string, version: string): string | null {
  for (const [condition, reason] of Object.entries(gaps)) {
    const match = /^([a-z]+)(?:@(<=?|>=?|=)(\d+(?:\.\d+)*))?$/.exec(condition)
    if (!match) {
      throw new SyntaxError(
        `Cannot read the gap '${condition}': write a runtime, or a runtime and a version as in node@<20.6.`,
      )
    }
    const [, name, comparison, bound] = match
    if (name === runtime && (bound === undefined || holds(compareVersions(version, bound), comparison ?? '')))
      return reason
  }
  return null
}

function holds(order: number, comparison: string): boolean {
  switch (comparison) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    default:
      return order === 0
  }
}

/** Compares as many numbers as the bound has: 20.6.1 against 20.6 is equal. */
export function compareVersions(version: string, bound: string): number {
  const numbers = version.split(/[.+-]/).map(Number)
  for (const [index, wanted] of bound.split('.').map(Number).entries()) {
    const difference = (numbers[index] ?? 0) - wanted
    if (difference !== 0) return difference
  }
  return 0
}
