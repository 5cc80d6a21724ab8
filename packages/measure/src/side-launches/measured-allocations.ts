import type { Place } from '../profiles/places.ts'

/** What one launch allocated, and where, as its engine sampled it. */
export interface MeasuredAllocations {
  /** Whether its compilers inlined functions, as they do in timed launches. */
  readonly isInlined: boolean
  readonly iterations: number
  /** Wall time of an iteration meanwhile. */
  readonly iterationNs: number
  /** Most first. Bytes of all these iterations. */
  readonly sites: readonly { readonly place: Place; readonly bytes: number }[]
}

/** Bytes that are allocated between two samples, on average. */
export const ALLOCATION_INTERVAL_BYTES = 16_384
