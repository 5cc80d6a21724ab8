import type { CauseRecord, ProfileRecord, StackNodeRecord } from '@steelyard/record'
import { mean } from '@steelyard/stats'

/** A function where it was called so, on one side. */
export interface SideFrame extends StackNodeRecord {
  readonly selfNs: number
  readonly totalNs: number
}

/** Narrower frames are not seen. */
const LEAST_SHARE = 0.003
const MOST_FRAMES = 120

/**
 * Returns the frames of one side of a cause, every caller before what it calls. Those that both sides have in common stand
 * in one order. Between engines and cases each has its own, from its profile.
 */
export function sideFrames(
  { by, frames, baseNs, headNs }: CauseRecord,
  of: 'base' | 'head',
  profile: ProfileRecord | undefined,
): SideFrame[] {
  if (by === 'function')
    return profile === undefined ? [] : profileFrames(profile, of === 'base' ? baseNs : headNs)
  const ns = of === 'base' ? 'baseNs' : 'headNs'
  return frames.map(({ caller, name, source, kind, self, total }) => ({
    ...{ caller, name, source, kind },
    ...{ selfNs: self[ns], totalNs: (total ?? self)[ns] },
  }))
}

function profileFrames({ stacks, launches }: ProfileRecord, wholeNs: number): SideFrame[] {
  const shareOf = (shares: 'self' | 'below', index: number) =>
    mean(launches.map(launch => launch[shares][index] ?? 0))
  const selfs = stacks.map((_, index) => shareOf('self', index))
  const totals = selfs.map((self, index) => self + shareOf('below', index))
  for (const [index, { caller }] of [...stacks.entries()].toReversed()) {
    if (caller !== null) totals[caller] = (totals[caller] ?? 0) + (totals[index] ?? 0)
  }
  // What calls takes no less than what it calls, and stands before it.
  const kept = [...stacks.keys()]
    .filter(index => index === 0 || (totals[index] ?? 0) >= LEAST_SHARE)
    .toSorted((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0))
    .slice(0, MOST_FRAMES)
    .toSorted((a, b) => a - b)
  return kept.flatMap(index => {
    const node = stacks[index]
    if (node === undefined) return []
    const caller = node.caller === null ? null : kept.indexOf(node.caller)
    return { ...node, caller, selfNs: (selfs[index] ?? 0) * wholeNs, totalNs: (totals[index] ?? 0) * wholeNs }
  })
}
