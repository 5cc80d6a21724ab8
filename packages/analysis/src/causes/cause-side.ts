import type { Place } from '@steelyard/measure'
import type { CauseRecord, PlaceKind, PlaceRecord, ProfileRecord, StackNodeRecord } from '@steelyard/record'
import { mean, type SharesOf } from '@steelyard/stats'

export interface Side extends Omit<SharesOf, 'shares'> {
  readonly profile: ProfileRecord
}

type Frame = Omit<StackNodeRecord, 'caller'>

/** Two cases have functions of two names for what is compared. */
const CASE = 'the case itself'

/** Returns a profile in which the function of a case has no name of its own. */
export function asOne(profile: ProfileRecord, caseId: string): ProfileRecord {
  const named = (place: PlaceRecord): PlaceRecord =>
    place.functionName === caseId ? { ...place, functionName: CASE, source: null } : place
  const unnamed = (node: StackNodeRecord): StackNodeRecord =>
    node.kind === 'suite' && node.name === caseId ? { ...node, name: CASE, source: null } : node
  const { stacks, launches, ...rest } = profile
  return {
    ...rest,
    stacks: stacks.map(unnamed),
    launches: launches.map(launch => ({ ...launch, places: launch.places.map(named) })),
  }
}

/** What takes time on both sides, with what a comparison of them needs. */
export type Part = readonly [base: SharesOf, head: SharesOf]

/** Returns what has these shares of each launch of either side; none where it did not run. */
export function partOf(base: Side, head: Side, ofBase?: readonly number[], ofHead?: readonly number[]): Part {
  const on = ({ profile, ...whole }: Side, shares: readonly number[] = profile.launches.map(() => 0)) => ({
    ...{ ...whole, shares },
    samples: profile.launches.map(({ samples }) => samples),
  })
  return [on(base, ofBase), on(head, ofHead)]
}

export function partNs(part: Part): Record<'baseNs' | 'headNs', number> {
  const [baseNs = 0, headNs = 0] = part.map(({ shares, wholeNs }) => mean(shares) * wholeNs)
  return { baseNs, headNs }
}

/** What an engine does for the whole process, whichever function was running. */
export function isOfProcess(kind: PlaceKind): boolean {
  return kind === 'collector' || kind === 'compiler'
}

/** What a function of the suite calls is its own: engines name that otherwise, or not at all. */
export function placeBy(by: CauseRecord['by'], place: Place): Place {
  if (by === 'place') return place
  if (isOfProcess(place.kind)) return { ...place, functionName: null, source: null }
  return place.functionName === null ? { ...place, callee: null } : { ...place, callee: null, kind: 'suite' }
}

/** Returns what two places have in common that are one. Functions without a name differ by where they begin. */
export function placeKey({ functionName, source, callee, kind }: Place, by: CauseRecord['by']): string {
  const name = functionName === null ? null : nameBy(by, functionName)
  return JSON.stringify([name, isAnonymous(functionName) ? source : null, callee, kind])
}

/** Returns the same of frames with one caller. Between engines only the name counts: each has its own lines. */
export function frameKey({ name, source, kind }: Frame, by: CauseRecord['by']): string {
  return JSON.stringify([nameBy(by, name), by === 'place' || isAnonymous(name) ? source : null, kind])
}

/** V8 puts the names of objects before those of their functions, as in `exports.render`; JavaScriptCore does not. */
function nameBy(by: CauseRecord['by'], name: string): string {
  return by === 'function' && /^[\w$.#]+$/.test(name) ? (name.split('.').at(-1) ?? name) : name
}

function isAnonymous(name: string | null): boolean {
  return name === '(anonymous)'
}
