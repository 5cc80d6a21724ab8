import type { LoadProfile } from '@steelyard/load'
import type { LoadRecord } from '@steelyard/record'
import type { ParamValues } from '../plan/plan.ts'

const CONNECTIONS: Readonly<Record<LoadProfile['kind'], number>> = {
  heavy: 100,
  moderate: 100,
  open: 100,
  sequential: 1,
}
const HEAVY_PIPELINING = 10

/** Returns the load that the parameter `load` names; moderate without one. */
export function loadProfileOf({ load = 'moderate' }: ParamValues): LoadProfile {
  const name = String(load)
  const rate = /^open-(\d+)$/.exec(name)?.[1]
  if (rate !== undefined) return { kind: 'open', ratePerSecond: Number(rate) }
  if (name === 'heavy' || name === 'moderate' || name === 'sequential') return { kind: name }
  throw new RangeError(`there is no load '${name}'`)
}

export function loadRecordOf(profile: LoadProfile): LoadRecord {
  return {
    kind: profile.kind,
    connections: CONNECTIONS[profile.kind],
    pipelining: profile.kind === 'heavy' ? HEAVY_PIPELINING : 1,
    ratePerSecond: profile.kind === 'open' ? profile.ratePerSecond : null,
  }
}

/** Whether the next request of a load waits for an answer on one of many connections, so that its rate shows the cost. */
export function isClosed({ kind }: Pick<LoadProfile, 'kind'>): boolean {
  return kind === 'heavy' || kind === 'moderate'
}
