import type { ComparisonRecord, RunRecord, TargetRecord } from '@steelyard/record'
import type { VersionPoint } from '../charts/version-chart.ts'
import { axisOf } from '../content/axis.ts'
import type { Section } from '../content/section.ts'

/** Fewer are seen at a glance in the other pictures. */
const FEWEST_VERSIONS = 3

/** Versions of one runtime with the same flags, compared with one of them. */
export interface VersionSeries {
  readonly runtime: string
  readonly base: string
  /** In their order. */
  readonly versions: readonly string[]
  readonly points: readonly VersionPoint[]
}

/** Returns the series of versions in a section, one for each runtime and base. */
export function versionSeries({ comparisons }: Section, targets: RunRecord['targets']): VersionSeries[] {
  const pairs = comparisons
    .filter(comparison => axisOf(comparison) === 'targets' && comparison.paired)
    .flatMap(comparison => {
      const [base, head] = sidesOf(comparison, targets)
      return base !== undefined && head !== undefined && differInVersion(base, head)
        ? [{ comparison, base, head }]
        : []
    })
  return Array.from(Map.groupBy(pairs, ({ base }) => base.id).values()).flatMap(found => {
    const base = found[0]?.base
    if (base === undefined) return []
    const versions = Array.from(new Set([base.version, ...found.map(({ head }) => head.version)])).sort(
      byVersion,
    )
    if (versions.length < FEWEST_VERSIONS) return []
    const cases = Array.from(new Set(found.map(({ comparison }) => comparison.case)))
    const points = cases.flatMap(caseId =>
      [
        { case: caseId, version: base.version, ratio: null },
        ...found
          .filter(({ comparison }) => comparison.case === caseId)
          .map(({ comparison, head }) => ({ case: caseId, version: head.version, ratio: comparison.ratio })),
      ].sort((a, b) => byVersion(a.version, b.version)),
    )
    return [{ runtime: base.runtime, base: base.id, versions, points }]
  })
}

function sidesOf(
  { base, head }: ComparisonRecord,
  targets: RunRecord['targets'],
): [TargetRecord | undefined, TargetRecord | undefined] {
  return [targets.find(target => target.id === base), targets.find(target => target.id === head)]
}

function differInVersion(base: TargetRecord, head: TargetRecord): boolean {
  return base.runtime === head.runtime && base.version !== head.version && haveSameSettings(base, head)
}

function haveSameSettings(one: TargetRecord, other: TargetRecord): boolean {
  return (
    JSON.stringify(one.flags) === JSON.stringify(other.flags) &&
    JSON.stringify(one.environment) === JSON.stringify(other.environment)
  )
}

/** Number by number, as 26.9.0 comes before 26.10.0. */
function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
