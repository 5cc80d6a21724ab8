import type {
  CauseRecord,
  CauseRowRecord,
  ComparisonRecord,
  PlaceRecord,
  ProfileRecord,
} from '@steelyard/record'
import { type Estimate, launchQuantile, mean, type SharesOf, shareDifference } from '@steelyard/stats'

type Place = Omit<PlaceRecord, 'share'>

/** What a comparison is of, besides its record. */
export interface Compared {
  readonly comparison: ComparisonRecord
  /** Mean wall time of an iteration of the base. */
  readonly baseNs: number
  readonly base: ProfileRecord
  readonly head: ProfileRecord
  /** Both run on one engine, and are one case: what ran is named alike. */
  readonly isAlike: boolean
}

/** Returns what lies behind a comparison; null without a ratio that has an interval. */
export function causeOf({ comparison, baseNs, base, head, isAlike }: Compared): CauseRecord | null {
  const { suite, case: caseId, baseCase, headCase, params, ratio } = comparison
  if (!(ratio.upper > ratio.lower) || ratio.n < 2) return null
  const headNs = baseNs * ratio.value
  const by = isAlike ? 'place' : 'function'
  const logError = Math.log(ratio.upper / ratio.lower) / 2 / launchQuantile(ratio.n - 1)
  const rows = rowsOf(
    { profile: asOne(base, baseCase), wholeNs: baseNs, wholeLogError: 0 },
    { profile: asOne(head, headCase), wholeNs: headNs, wholeLogError: logError },
    by,
  )
  const whole = headNs - baseNs
  const isKnown = ratio.lower > 1 || ratio.upper < 1
  const named = rows.filter(row => isNamed(row) && differs(row.differenceNs))
  return {
    ...{ suite, case: caseId, params },
    ...(baseCase === undefined || headCase === undefined ? {} : { baseCase, headCase }),
    ...{ base: comparison.base, head: comparison.head, by, baseNs, headNs },
    differenceNs: {
      value: whole,
      lower: baseNs * (ratio.lower - 1),
      upper: baseNs * (ratio.upper - 1),
      level: ratio.level,
      n: ratio.n,
    },
    explainedShare: isKnown
      ? named.reduce((sum, { differenceNs }) => sum + differenceNs.value, 0) / whole
      : null,
    rows,
  }
}

/** Two cases have functions of two names for what is compared. */
const CASE = 'the case itself'

/** Returns a profile in which the function of a case has no name of its own. */
function asOne(profile: ProfileRecord, caseId: string | undefined): ProfileRecord {
  const named = (place: PlaceRecord): PlaceRecord =>
    place.functionName === caseId ? { ...place, functionName: CASE, source: null } : place
  const launches = profile.launches.map(launch => ({ ...launch, places: launch.places.map(named) }))
  return caseId === undefined ? profile : { ...profile, launches }
}

/** Whether a difference is more than chance, by its own interval. */
export function differs({ lower, upper }: Pick<Estimate, 'lower' | 'upper'>): boolean {
  return lower > 0 || upper < 0
}

/** The engine names nothing in its own part. */
function isNamed({ kind }: Place): boolean {
  return kind !== 'engine'
}

interface Side extends Omit<SharesOf, 'shares'> {
  readonly profile: ProfileRecord
}

function rowsOf(base: Side, head: Side, by: CauseRecord['by']): CauseRowRecord[] {
  const [bases, heads] = [sharesOf(base.profile, by), sharesOf(head.profile, by)]
  return [...new Set([...bases.keys(), ...heads.keys()])]
    .flatMap((key): CauseRowRecord[] => {
      const place = (bases.get(key) ?? heads.get(key))?.place
      const sides = [
        { ...base, shares: bases.get(key)?.shares ?? base.profile.launches.map(() => 0) },
        { ...head, shares: heads.get(key)?.shares ?? head.profile.launches.map(() => 0) },
      ] as const
      const differenceNs = shareDifference(...sides)
      if (place === undefined || differenceNs === null) return []
      const [baseNs, headNs] = sides.map(({ shares, wholeNs }) => mean(shares) * wholeNs)
      return [{ ...place, baseNs: baseNs ?? 0, headNs: headNs ?? 0, differenceNs }]
    })
    .toSorted((a, b) => Math.abs(b.differenceNs.value) - Math.abs(a.differenceNs.value))
}

/** Returns the share that each place has of each launch. */
function sharesOf({ launches }: ProfileRecord, by: CauseRecord['by']) {
  const shares = new Map<string, { readonly place: Place; readonly shares: number[] }>()
  for (const [index, { places }] of launches.entries()) {
    for (const { share, ...place } of places) {
      const told = by === 'place' ? place : ofFunction(place)
      const key = JSON.stringify([told.functionName, told.callee, told.kind])
      const known = shares.get(key) ?? { place: told, shares: launches.map(() => 0) }
      known.shares[index] = (known.shares[index] ?? 0) + share
      shares.set(key, known)
    }
  }
  return shares
}

/** What a function of the suite calls is its own: engines name that otherwise, or not at all. */
function ofFunction(place: Place): Place {
  if (place.kind === 'collector') return { ...place, functionName: null, source: null }
  return place.functionName === null ? { ...place, callee: null } : { ...place, callee: null, kind: 'suite' }
}
