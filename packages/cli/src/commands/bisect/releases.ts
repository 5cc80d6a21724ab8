import { nodeReleaseDate, type PublishedVersion, type TargetSpec } from '@steelyard/launcher'
import { targetText } from '@steelyard/measure'

/** A published release, and the target that measures it. */
export interface Release {
  readonly version: string
  /** As a user would write it. */
  readonly target: string
}

/** Returns `count` of the items, spread evenly, the first and the last among them; all when there are no more. */
export function evenlySpread<Item>(items: readonly Item[], count: number): Item[] {
  const indices = Array.from({ length: Math.min(count, items.length) }, (_, index) => index)
  const steps = Math.max(1, indices.length - 1)
  return indices.flatMap(index => items[Math.round((index * (items.length - 1)) / steps)] ?? [])
}

/** Returns a target at another version, with its flags and its environment. */
export function releaseOf(spec: TargetSpec, version: string): Release {
  return { version, target: targetText({ ...spec, version }) }
}

/** Returns the day on which a version was released; null where it is not known. */
export function releaseDay(runtime: string, { version, publishedAt }: PublishedVersion): string | null {
  const [, year, month, day] = /^1\.(\d{4})(\d\d)(\d\d)\./.exec(version) ?? []
  if (runtime === 'workerd' && year) return `${year}-${month}-${day}`
  // Packages of old releases of Node were published later.
  return (runtime === 'node' ? nodeReleaseDate(version) : null) ?? publishedAt?.slice(0, 10) ?? null
}

/** Returns for each date, in the order of the versions, whether it is later than a following one; null is unknown. */
export function areOvertaken(dates: readonly (string | null)[]): boolean[] {
  return dates.map(
    (date, index) => date !== null && dates.slice(index + 1).some(later => later !== null && later < date),
  )
}
