import type { CombinedRecord } from '@steelyard/record'
import { formatDuration } from '@steelyard/text'
import { caseName } from '../section.ts'

export type ShownComparison = ReturnType<typeof shownComparisons>[number]

/** Returns comparisons as they are shown, those of one name next to each other. */
export function shownComparisons(comparisons: readonly CombinedRecord[]) {
  const hasSides = new Set(comparisons.map(sidesText)).size > 1
  const byName = Map.groupBy(comparisons, each => `${caseName(each)} ${sidesText(each)} ${each.metric}`)
  return [...byName.values()].flatMap(alike =>
    alike.map(comparison => ({
      comparison,
      name: caseName(comparison),
      /** What is held against what, and what sets it apart from another of its name; empty where the page says it. */
      sides: [...(hasSides ? [sidesText(comparison)] : []), ...kindTexts(comparison, alike)].join(', '),
    })),
  )
}

/** Returns for example `code 0c4a1642` and `estimator 1`. */
function kindTexts({ likeness }: CombinedRecord, alike: readonly CombinedRecord[]): string[] {
  const { code, estimator, affinity, builds, load, windowNs } = likeness
  const texts = {
    code: `code ${code?.slice(0, 8) ?? 'unknown'}`,
    estimator: `estimator ${estimator ?? 'unknown'}`,
    affinity: `affinity ${affinity}`,
    builds: `builds ${builds.join(' and ')}`,
    load: `load ${load ?? 'unknown'}`,
    windowNs: windowNs === null ? 'windows of unknown length' : `windows of ${formatDuration(windowNs)}`,
  }
  const fields = Object.keys(texts) as (keyof typeof texts)[]
  const isShared = (field: keyof typeof texts) =>
    new Set(alike.map(each => JSON.stringify(each.likeness[field]))).size === 1
  return fields.filter(field => !isShared(field)).map(field => texts[field])
}

export function sidesText({ base, head }: CombinedRecord): string {
  return base.id === head.id
    ? `${head.case} against ${base.case} on ${head.id}`
    : `${head.id} against ${base.id}`
}
