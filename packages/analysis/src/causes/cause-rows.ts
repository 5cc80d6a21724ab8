import { nativeClass, type Place } from '@steelyard/measure'
import type { CauseRecord, CauseRowRecord, ProfileRecord } from '@steelyard/record'
import { benjaminiHochberg, shareDifference } from '@steelyard/stats'
import { partNs, partOf, placeBy, placeKey, type Side } from './cause-side.ts'

/** Returns what each place takes on both sides, the largest difference first; what they differ by adds up to the whole. */
export function rowsOf(base: Side, head: Side, by: CauseRecord['by']): CauseRowRecord[] {
  const [bases, heads] = [sharesOf(base.profile, by), sharesOf(head.profile, by)]
  const compared = [...new Set([...bases.keys(), ...heads.keys()])].flatMap(key => {
    const place = (bases.get(key) ?? heads.get(key))?.place
    const found = costOf(base, head, bases.get(key)?.shares, heads.get(key)?.shares)
    return place === undefined || found === null ? [] : [{ key, place, ...found }]
  })
  const adjusted = benjaminiHochberg(compared.map(({ pValue }) => pValue))
  const [baseTotals, headTotals] =
    by === 'place' ? [totalsOf(base.profile), totalsOf(head.profile)] : [null, null]
  const totalOf = (key: string) => {
    const [ofBase, ofHead] = [baseTotals?.get(key), headTotals?.get(key)]
    const isKnown = baseTotals !== null && headTotals !== null && (ofBase ?? ofHead) !== undefined
    return isKnown ? costOf(base, head, ofBase, ofHead) : null
  }
  return compared
    .map(({ key, place, cost }, index) => {
      const outside = placeKey({ ...place, functionName: null }, by)
      const isOnce = place.functionName !== null && !bases.has(outside) && !heads.has(outside)
      const total = isOnce ? totalOf(key) : null
      return {
        ...place,
        ...cost,
        adjustedPValue: adjusted[index] ?? 1,
        total: total && { ...total.cost, adjustedPValue: null },
      }
    })
    .toSorted((a, b) => Math.abs(b.differenceNs.value) - Math.abs(a.differenceNs.value))
}

/** Returns what a part with these shares takes on both sides; null under two launches of a side. */
function costOf(base: Side, head: Side, ofBase?: readonly number[], ofHead?: readonly number[]) {
  const part = partOf(base, head, ofBase, ofHead)
  const found = shareDifference(...part)
  return found && { cost: { ...partNs(part), differenceNs: found.estimate }, pValue: found.pValue }
}

/** Returns the share that each place has of each launch. */
function sharesOf({ launches }: ProfileRecord, by: CauseRecord['by']) {
  const shares = new Map<string, { readonly place: Place; readonly shares: number[] }>()
  for (const [index, { places }] of launches.entries()) {
    for (const { share, ...place } of places) {
      const shown = placeBy(by, place)
      const key = placeKey(shown, by)
      const known = shares.get(key) ?? { place: shown, shares: launches.map(() => 0) }
      known.shares[index] = (known.shares[index] ?? 0) + share
      shares.set(key, known)
    }
  }
  return shares
}

/**
 * Returns the share of each place with all that it called, of each launch; null without stacks. Between engines it has no
 * meaning: one may leave out who called.
 */
function totalsOf({ stacks, launches }: ProfileRecord): ReadonlyMap<string, readonly number[]> | null {
  if (stacks.length === 0) return null
  const totals = new Map<string, number[]>()
  const reached: { readonly own: Place; readonly keys: ReadonlySet<string> }[] = []
  for (const [index, { caller, name, source, kind }] of stacks.entries()) {
    const above = caller === null ? undefined : reached[caller]
    const own: Place =
      kind === 'suite' || above === undefined
        ? { functionName: name, source, callee: null, kind: 'suite' }
        : { ...above.own, callee: kind === 'native' ? nativeClass(name) : name, kind }
    const keys = new Set([...(above?.keys ?? []), placeKey(own, 'place')])
    reached.push({ own, keys })
    for (const key of keys) {
      const shares = totals.get(key) ?? []
      for (const [launch, { self, below }] of launches.entries()) {
        shares[launch] = (shares[launch] ?? 0) + (self[index] ?? 0) + (below[index] ?? 0)
      }
      totals.set(key, shares)
    }
  }
  return totals
}
