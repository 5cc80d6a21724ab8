import type { WithoutStallsRecord } from '../record.ts'

/** Returns the share of the batches of both sides that stalls of the core took, 0 to 1. */
export function stalledShare({ base, head }: Pick<WithoutStallsRecord, 'base' | 'head'>): number {
  const rawNs = base.rawNs + head.rawNs
  return rawNs > 0 ? (base.claimedNs + head.claimedNs) / rawNs : 0
}
