import type { PlaceKind, ProfileRecord } from '@steelyard/record'

/** Both sides of a comparison, by the same means. */
interface SampledSides {
  readonly base: ProfileRecord
  readonly head: ProfileRecord
  readonly isNative: boolean
}

/** Of the time of a side. */
const LEAST_NATIVE = 0.2

const NATIVE: readonly PlaceKind[] = ['native', 'builtin', 'compiler', 'kernel']

/**
 * Returns the profiles by perf where both sides have them, and native functions take a fifth of either. Else those of the
 * engine: they name functions that were inlined, which perf does not.
 */
export function sampledSides(base: ProfileRecord, head: ProfileRecord): SampledSides {
  const isNative =
    [base, head].every(hasNative) && [base, head].some(side => nativeShare(side) >= LEAST_NATIVE)
  return isNative ? { base: asNative(base), head: asNative(head), isNative } : { base, head, isNative }
}

function hasNative({ native }: ProfileRecord): boolean {
  return native !== null
}

/** Returns the mean over the launches. */
function nativeShare({ native }: ProfileRecord): number {
  const { launches } = native ?? { launches: [] }
  const places = launches.flatMap(launch => launch.places.filter(({ kind }) => NATIVE.includes(kind)))
  return places.reduce((sum, { share }) => sum + share, 0) / Math.max(1, launches.length)
}

function asNative({ native, ...profile }: ProfileRecord): ProfileRecord {
  return { ...profile, ...native, native: null }
}
