import type { MeasuredContender } from '@steelyard/measure'
import type { KindBiasRecord, WorkKind } from '@steelyard/record'
import type { Sides } from './candidate.ts'

/** β of each kind of work, as the doctor found it; empty where it did not tell kinds apart. */
export type BiasAllowances = readonly Pick<KindBiasRecord, 'kind' | 'allowance'>[]

/** Engines are quiet where the batches in which they did anything take less than this of the time. */
const QUIET_SHARE = 0.01

/** A shorter trace says too little. */
const FEWEST_TRACED_NS = 50e6

/** Returns β of the kind of work that both sides are known to be; null where that is not known. */
export function biasOf({ base, head }: Sides, allowances: BiasAllowances): BiasAllowances[number] | null {
  const kind = kindOf(base)
  if (kind !== kindOf(head)) return null
  return allowances.find(each => each.kind === kind) ?? null
}

/**
 * Returns the kind of work of a contender by what was seen of it: awaiting where its case gives promises. Otherwise the
 * traced launch decides: computing where the engine was quiet, allocating where the collector was not. Null where there is
 * no trace, or only compilers were at work.
 */
export function kindOf({ isAsync, events }: Pick<MeasuredContender, 'isAsync' | 'events'>): WorkKind | null {
  if (isAsync === null) return null
  if (isAsync) return 'awaiting'
  if (events === null || events.timedNs < FEWEST_TRACED_NS) return null
  // A batch with an event takes longer than the event: the share is an upper bound.
  if (events.eventfulNs < QUIET_SHARE * events.timedNs) return 'computing'
  return events.collections.batches >= QUIET_SHARE * events.batches ? 'allocating' : null
}
