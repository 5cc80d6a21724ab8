import { FIRST_LOOK, type LookPlan, PLANNED_LAUNCHES } from '@steelyard/stats'
import type { ComparePlan } from './compare-plan.ts'
import type { RunOptions } from './run-options.ts'

/** Of evidence, at its only look. */
const EVIDENCE_LAUNCHES = 20

/** Returns whether what a comparison says is to be shown to others. */
export function isEvidence(compare: ComparePlan | null): boolean {
  return compare?.evidence ?? false
}

/** Returns after how many launches a run looks at a comparison first, and how many it plans, if its time holds them. */
export function wantedLooks({ compare }: Pick<RunOptions, 'compare'>): Omit<LookPlan, 'lagOne'> {
  return isEvidence(compare)
    ? { first: EVIDENCE_LAUNCHES, planned: EVIDENCE_LAUNCHES }
    : { first: FIRST_LOOK, planned: PLANNED_LAUNCHES }
}

/** Returns the most launches of a group that a run makes for verdicts: up to its first look in a quick one. */
export function wantedLaunches(options: Pick<RunOptions, 'compare' | 'quick'>): number {
  const { first, planned } = wantedLooks(options)
  return options.quick ? first : planned
}
