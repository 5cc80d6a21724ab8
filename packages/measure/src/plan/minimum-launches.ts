import type { ComparePlan } from './compare-plan.ts'
import type { RunOptions } from './run-options.ts'

/** The fewest launches for a verdict. */
export const MINIMUM_LAUNCHES = 10
const EVIDENCE_LAUNCHES = 20
/** The launches of a preview. */
export const QUICK_LAUNCHES = 5

/** Returns how many launches of a group a verdict of this run needs. */
export function minimumLaunchesOf({ compare }: Pick<RunOptions, 'compare'>): number {
  return isEvidence(compare) ? EVIDENCE_LAUNCHES : MINIMUM_LAUNCHES
}

/** Returns how many launches of a group a run wants at least; a preview makes no more. */
export function wantedLaunches(options: RunOptions): number {
  return options.quick ? QUICK_LAUNCHES : minimumLaunchesOf(options)
}

/** Returns whether what a comparison says is to be shown to others. */
export function isEvidence(compare: ComparePlan | null): boolean {
  return compare?.evidence ?? false
}
