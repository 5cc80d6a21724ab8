import type { TargetSpec } from '@steelyard/launcher'
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
