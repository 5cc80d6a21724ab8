import type { ComparisonRecord } from '@steelyard/record'

/** Reasons for which an interval says nothing of the ratio. */
const UNTRUSTED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    drifting: 'still drifting when measured',
    'never steady': 'never steady',
    'zero variance': 'every launch gave the same ratio',
    'stalls unlike': 'stalls of the core hit one side more',
    'control failed': 'differed from its own copy',
    'generator-bound': 'the load generator was the limit',
    'clocks disagree': 'another clock disagrees',
  }),
)

/** What stands in the reason of an open comparison and says more than its interval. */
export const REASONS: ReadonlyMap<string, string> = new Map([
  ...UNTRUSTED,
  ['too few launches', 'too few launches'],
  ['interrupted', 'interrupted before it was decided'],
])

export function isLoss(reason: string): boolean {
  return reason.startsWith('lost: ')
}

/** Whether the interval of a comparison bounds its ratio, as far as is known. */
export function hasBound({ reason }: Pick<ComparisonRecord, 'reason'>): boolean {
  return reason === null || !(UNTRUSTED.has(reason) || isLoss(reason))
}
