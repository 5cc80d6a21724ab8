import type { ComparisonSharingRecord, SharingHalfRecord } from '@steelyard/record'
import type { ContenderLaunch } from '@steelyard/schedule'
import {
  type CoreUse,
  coreUses,
  launchRatio,
  type Metric,
  mean,
  rankCorrelationPValue,
  ratioFromLogs,
} from '@steelyard/stats'
import type { LaunchPair } from './candidate.ts'

/** Fewest in either half: with fewer no p-value can be small. */
const FEWEST_LAUNCHES = 5

type SeenLaunch = CoreUse & { readonly logRatio: number }

/** Returns how much the other hardware thread was used in each launch of a run that saw it. */
export function usesOf(launches: readonly ContenderLaunch[]): ReadonlyMap<ContenderLaunch, CoreUse> {
  const seen = launches.flatMap(launch => (launch.sharing ? [{ launch, sharing: launch.sharing }] : []))
  const uses = coreUses(seen.map(({ sharing }) => sharing))
  return new Map(seen.flatMap(({ launch }, index) => (uses[index] ? [[launch, uses[index]]] : [])))
}

/**
 * Returns the ratio of a pair in the launches in which something else used the other hardware thread of the core least, and in
 * those in which most; null where too few launches saw it.
 */
export function sharingOf(
  shared: readonly LaunchPair[],
  metric: Metric,
  uses: ReadonlyMap<ContenderLaunch, CoreUse>,
): ComparisonSharingRecord | null {
  const seen = shared
    .flatMap(({ head, base }): SeenLaunch[] => {
      const logRatio = launchRatio(head, base, metric).ofSums
      const use = uses.get(base)
      return logRatio === null || use === undefined ? [] : [{ logRatio, ...use }]
    })
    .sort((one, other) => one.slowdown - other.slowdown)
  const half = Math.floor(seen.length / 2)
  if (half < FEWEST_LAUNCHES) return null
  const [least, most] = [halfOf(seen.slice(0, half)), halfOf(seen.slice(-half))]
  if (least === null || most === null) return null
  return {
    usedShare: mean(seen.map(({ usedShare }) => usedShare)),
    pValue: rankCorrelationPValue(
      seen.map(({ logRatio }) => logRatio),
      seen.map(({ slowdown }) => slowdown),
    ),
    ...{ least, most },
  }
}

function halfOf(launches: readonly SeenLaunch[]): SharingHalfRecord | null {
  const ratio = ratioFromLogs(launches.map(({ logRatio }) => logRatio))
  if (ratio === null) return null
  return {
    usedShare: mean(launches.map(({ usedShare }) => usedShare)),
    slowdown: mean(launches.map(({ slowdown }) => slowdown)),
    ratio,
  }
}
