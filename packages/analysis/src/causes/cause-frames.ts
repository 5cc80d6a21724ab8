import type { CauseCostRecord, CauseRecord, EstimateRecord } from '@steelyard/record'
import { benjaminiHochberg, mean, shareDifference } from '@steelyard/stats'
import { type Branch, branchOf } from './cause-branches.ts'
import { frameKey, type Part, partNs, partOf, type Side } from './cause-side.ts'

/** What takes less on both sides is not tested: then it is a part of what called it. */
const LEAST_SHARE = 0.005
/** No picture has room for more, and a large family leaves nothing to be found. */
const MOST_FRAMES = 120

/** A function where it was called so. */
interface Pair extends Pick<Branch, 'frame'> {
  /** Null for an iteration. */
  readonly caller: Pair | null
  readonly self: Part
  /** Equals `self` where it calls nothing. */
  readonly total: Part
  /** The parts of its function over all places where it was called. */
  readonly everywhere: { readonly self: Part; readonly total: Part }
  /** Nanoseconds with all that it calls, of the side that takes longer. */
  readonly size: number
}

/**
 * Returns the stacks of both sides as one tree, every caller before what it calls and what takes most first; none where a
 * side has no stacks, and of very many those that take most. Each frame has a test of what it takes itself, and one with
 * all that it calls; `whole` is the difference of the first. Benjamini and Hochberg's correction is for the number of all: of
 * frames that differ by it 5 % are there by chance on average, and where nothing differs, one is in 5 % of the trees.
 */
export function framesOf(base: Side, head: Side, by: CauseRecord['by'], whole: EstimateRecord) {
  const pairs = pairsOf(base, head, by)
  const tested = new Map(
    pairs
      .flatMap(({ caller, self, total, everywhere }) => [
        { part: self, whole: everywhere.self },
        ...(caller === null || total === self ? [] : [{ part: total, whole: everywhere.total }]),
      ])
      .map(({ part, whole }) => [part, differenceHere(part, whole)] as const),
  )
  const adjusted = benjaminiHochberg(Array.from(tested.values(), difference => difference?.pValue ?? 1))
  const costs = new Map(
    Array.from(tested, ([part, difference], index): [Part, CauseCostRecord] => {
      const differenceNs = difference?.estimate ?? whole
      return [part, { ...partNs(part), differenceNs, adjustedPValue: adjusted[index] ?? 1 }]
    }),
  )
  const ofWhole: CauseCostRecord = {
    ...{ baseNs: base.wholeNs, headNs: head.wholeNs, differenceNs: whole },
    adjustedPValue: null,
  }
  return pairs.map(({ caller, frame, self, total }) => ({
    caller: caller === null ? null : pairs.indexOf(caller),
    ...frame,
    self: costs.get(self) ?? ofWhole,
    total: total === self ? null : (costs.get(total) ?? ofWhole),
  }))
}

/**
 * Returns the difference of a frame, by the weaker of two tests: its own, and that of its function over all places. An engine
 * that inlines a function leaves it out of some stacks, so what it calls moves to another place and takes no other time.
 */
function differenceHere(part: Part, everywhere: Part): ReturnType<typeof shareDifference> {
  const [here, all] = [shareDifference(...part), shareDifference(...everywhere)]
  if (here === null || all === null) return null
  const isAlike = Math.sign(here.estimate.value) === Math.sign(all.estimate.value)
  return { ...here, pValue: isAlike ? Math.max(here.pValue, all.pValue) : 1 }
}

function pairsOf(base: Side, head: Side, by: CauseRecord['by']): Pair[] {
  const pairs: Pair[] = []
  const [first, second] = [branchOf(base.profile, by), branchOf(head.profile, by)]
  if (first === null || second === null) return []
  const [bases, heads] = [functionsOf(first, by), functionsOf(second, by)]
  const add = (ofBase: Branch | undefined, ofHead: Branch | undefined, caller: Pair | null) => {
    const frame = withSource(ofBase, ofHead)
    if (frame === null) return
    const self = partOf(base, head, ofBase?.self, ofHead?.self)
    const total = [ofBase, ofHead].every(callsNothing)
      ? self
      : partOf(base, head, ofBase?.total, ofHead?.total)
    if (caller !== null && total.every(({ shares }) => mean(shares) < LEAST_SHARE)) return
    const key = caller === null ? ROOT : frameKey(frame, by)
    const [ofBases, ofHeads] = [bases.get(key), heads.get(key)]
    const everywhere = {
      self: partOf(base, head, ofBases?.self, ofHeads?.self),
      total: partOf(base, head, ofBases?.total, ofHeads?.total),
    }
    const { baseNs, headNs } = partNs(total)
    const pair: Pair = { caller, frame, self, total, everywhere, size: Math.max(baseNs, headNs) }
    pairs.push(pair)
    const keys = [...new Set([...(ofBase?.callees.keys() ?? []), ...(ofHead?.callees.keys() ?? [])])]
    const size = (key: string) =>
      Math.max(nsOf(ofBase?.callees.get(key), base), nsOf(ofHead?.callees.get(key), head))
    for (const key of keys.toSorted((a, b) => size(b) - size(a))) {
      add(ofBase?.callees.get(key), ofHead?.callees.get(key), pair)
    }
  }
  add(first, second, null)
  // What calls takes no less than what it calls, and stands before it.
  const kept = new Set(pairs.toSorted((a, b) => b.size - a.size).slice(0, MOST_FRAMES))
  return pairs.filter(pair => kept.has(pair))
}

const ROOT = ''

/** Returns the shares of each function over all places, of each launch; no function is above itself. */
function functionsOf(
  root: Branch,
  by: CauseRecord['by'],
  key: string = ROOT,
  found: Map<string, Pick<Branch, 'self' | 'total'>> = new Map(),
): ReadonlyMap<string, Pick<Branch, 'self' | 'total'>> {
  const known = found.get(key)
  const add = (what: 'self' | 'total') =>
    root[what].map((share, launch) => share + (known?.[what][launch] ?? 0))
  found.set(key, { self: add('self'), total: add('total') })
  for (const callee of root.callees.values()) functionsOf(callee, by, frameKey(callee.frame, by), found)
  return found
}

/** Where one side does not know where a function begins, the other may; where they differ, it is unknown. */
function withSource(base: Branch | undefined, head: Branch | undefined): Branch['frame'] | null {
  const frame = (base ?? head)?.frame
  if (frame === undefined) return null
  const sources = new Set([base, head].flatMap(branch => branch?.frame.source ?? []))
  return { ...frame, source: sources.size === 1 ? ([...sources][0] ?? null) : null }
}

function callsNothing(branch: Branch | undefined): boolean {
  return branch?.total.every((share, launch) => share === branch.self[launch]) ?? true
}

function nsOf(branch: Branch | undefined, { wholeNs }: Side): number {
  return branch === undefined ? 0 : mean(branch.total) * wholeNs
}
