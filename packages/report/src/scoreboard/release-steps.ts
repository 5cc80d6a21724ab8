import type { ComparisonRecord, Verdict } from '@steelyard/record'
import { axisOf } from '../content/axis.ts'
import { paramsText } from '../content/section.ts'
import { isWhole, type KeptRecord, releasesOf } from './kept-record.ts'

/** One case on two releases of a runtime, in one record. */
export interface ReleaseStep {
  readonly kept: KeptRecord
  readonly runtime: string
  /** With its parameters. */
  readonly label: string
  /** Versions. */
  readonly base: string
  readonly head: string
  readonly comparison: ComparisonRecord
}

/**
 * Returns what records say of a suite on two releases of one runtime: the same case and releases next to each other, the
 * oldest record first, so that it shows where machines or hours disagree.
 */
export function releaseSteps(kept: readonly KeptRecord[], suite: string): ReleaseStep[] {
  return kept
    .filter(isWhole)
    .flatMap(each => stepsOf(each, suite))
    .toSorted(
      (a, b) =>
        a.runtime.localeCompare(b.runtime) ||
        a.label.localeCompare(b.label) ||
        byVersion(a.base, b.base) ||
        byVersion(a.head, b.head) ||
        a.kept.record.startedAt.localeCompare(b.kept.record.startedAt),
    )
}

function stepsOf(kept: KeptRecord, suite: string): ReleaseStep[] {
  const comparisons = kept.sections.filter(section => section.suite.name === suite)
  return comparisons
    .flatMap(section => section.comparisons)
    .flatMap(comparison => {
      const sides = releasesOf(comparison, kept.record)
      if (sides === null || !comparison.paired || axisOf(comparison) !== 'targets') return []
      const { base, head } = sides
      if (base.runtime !== head.runtime) return []
      const params = paramsText(comparison.params)
      const label = params === '' ? comparison.case : `${comparison.case} (${params})`
      return [{ kept, runtime: base.runtime, label, base: base.version, head: head.version, comparison }]
    })
}

/** Returns the cases of which one record says slower and another faster, of the same two releases. */
export function reversals(steps: readonly ReleaseStep[]): string[] {
  const pairs = Map.groupBy(steps, ({ runtime, label, base, head }) =>
    [runtime, base, head, label].join('\0'),
  )
  const has = (found: readonly ReleaseStep[], verdict: Verdict) =>
    found.some(({ comparison }) => comparison.verdict === verdict)
  return Array.from(pairs.values())
    .filter(found => has(found, 'slower') && has(found, 'faster'))
    .flatMap(found => found.slice(0, 1).map(({ label }) => label))
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
