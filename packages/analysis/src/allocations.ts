import {
  ALLOCATION_INTERVAL_BYTES,
  type MeasuredAllocations,
  type MeasuredContender,
} from '@steelyard/measure'
import type { AllocationsRecord, ResultWarning } from '@steelyard/record'
import { launchMeanNs, mean, meanOfLaunches, sum } from '@steelyard/stats'

/** Share of all bytes, in either kind of launches. */
const LEAST_SHARE = 1e-3
const MOST_SITES = 50

/** Returns where a contender allocates; null where that was not asked for, or its engine cannot tell. */
export function allocationsOf({
  plan,
  allocations,
  launches,
}: Pick<MeasuredContender, 'plan' | 'allocations' | 'launches'>): AllocationsRecord | null {
  if (allocations === null || allocations.length === 0) return null
  const timedNs = launches.flatMap(each => launchMeanNs(each, 'wall') ?? [])
  const sampledNs = allocations.filter(({ isInlined }) => isInlined).map(({ iterationNs }) => iterationNs)
  const slowdown = sampledNs.length === 0 || timedNs.length === 0 ? null : mean(sampledNs) / mean(timedNs)
  return { slowdown, ...sampledOf(withCaseAtOnePlace(allocations, plan.caseId)) }
}

export function allocationWarnings({ allocations }: Pick<MeasuredContender, 'allocations'>): ResultWarning[] {
  return allocations === null ? [{ code: 'no-allocation-sampler' }] : []
}

/** A case that was inlined into the loop around it has no place of its own there: other launches may know it. */
function withCaseAtOnePlace(allocations: readonly MeasuredAllocations[], caseId: string) {
  const places = allocations.flatMap(({ sites }) => sites.map(({ place }) => place))
  const source = places.find(place => place.functionName === caseId && place.source !== null)?.source ?? null
  return allocations.map(({ sites, ...launch }) => ({
    ...launch,
    sites: sites.map(({ place, bytes }) => ({
      place: place.functionName === caseId && place.source === null ? { ...place, source } : place,
      bytes,
    })),
  }))
}

function sampledOf(allocations: readonly MeasuredAllocations[]): Omit<AllocationsRecord, 'slowdown'> {
  const launches = allocations.map(({ isInlined, iterations, sites }) => ({
    ...{ isInlined, iterations },
    bytes: sum(sites.map(({ bytes }) => bytes)),
    bySite: new Map(
      Array.from(
        Map.groupBy(sites, ({ place }) => JSON.stringify(place)),
        ([site, alike]) => [site, sum(alike.map(({ bytes }) => bytes))] as const,
      ),
    ),
  }))
  const perIteration = (isInlined: boolean, site: string | null) =>
    launches
      .filter(launch => launch.isInlined === isInlined)
      .map(({ bytes, bySite, iterations }) => (site === null ? bytes : (bySite.get(site) ?? 0)) / iterations)
  const largestShare = (site: string) =>
    Math.max(
      ...[true, false].map(isInlined => {
        const whole = sum(perIteration(isInlined, null))
        return whole === 0 ? 0 : sum(perIteration(isInlined, site)) / whole
      }),
    )
  const places = new Map(
    allocations.flatMap(({ sites }) => sites.map(({ place }) => [JSON.stringify(place), place] as const)),
  )
  const kept = Array.from(places, ([site, place]) => ({ site, place, share: largestShare(site) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MOST_SITES)
  const estimates = (site: string | null) => ({
    bytesPerIteration: meanOfLaunches(perIteration(true, site)),
    plainBytesPerIteration: meanOfLaunches(perIteration(false, site)),
  })
  return {
    intervalBytes: ALLOCATION_INTERVAL_BYTES,
    launches: launches.map(({ isInlined, iterations, bytes, bySite }) => ({
      ...{ isInlined, iterations, bytes },
      siteBytes: kept.map(({ site }) => bySite.get(site) ?? 0),
    })),
    ...estimates(null),
    sites: kept.map(({ site, place }) => ({ ...place, ...estimates(site) })),
  }
}
