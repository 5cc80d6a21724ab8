import type { StallSumsRecord, StallsRecord, WithoutStallsRecord } from '@steelyard/record'
import type { Window, WindowStalls } from '@steelyard/schedule'
import {
  alikeProbability,
  type BatchClaim,
  type Candidate,
  type LaunchSamples,
  launchRatio,
  type Metric,
  type RoundClaims,
  ratioFromLogs,
} from '@steelyard/stats'
import { candidateOf, type LaunchPair } from './candidate.ts'

const ESTIMATOR = 'sums-less-stalls@1'

const FORMULA =
  'exp(mean over launches of log(sum of (head batches - claimed) / sum of (base batches - claimed))), times per iteration'

/** Stalls that are unlike on both sides by chance alone are called so in at most this share of comparisons. */
const ALIKE_ALPHA = 0.05

/** Less than this of both sides' batches hardly widens a ratio: its verdict reads the times as they were. */
const LEAST_STALLED_SHARE = 0.005

/** What was watched of one side of a launch from its first batch to its last. */
interface WatchedSide {
  /** Per iteration, without what stalls took. */
  readonly corrected: LaunchSamples
  readonly batches: readonly BatchClaim[]
}

/** Returns what stalls took, as the record has it. */
export function stallsRecord(stalls: WindowStalls): StallsRecord {
  if (stalls.meter === 'off') {
    return {
      ...{ meter: 'off', why: stalls.why, periodNs: null, ordinaryNs: null, thresholdNs: null },
      ...{ claimedNs: null, counts: null, cpuClaimedNs: null, void: false },
    }
  }
  const { meter, periodNs, ordinaryNs, thresholdNs, claims, cpuClaimsNs, isVoid } = stalls
  return {
    ...{ meter, why: null, periodNs, ordinaryNs, thresholdNs },
    claimedNs: claims.map(claim => claim?.ns ?? null),
    counts: claims.map(claim => claim?.stalls ?? null),
    cpuClaimedNs: cpuClaimsNs.some(ns => ns !== null) ? cpuClaimsNs : null,
    void: isVoid,
  }
}

/** A comparison without what stalls took. */
export interface WithoutStalls {
  readonly record: WithoutStallsRecord
  /** The input of the verdict rules; its medians are of times as they were, which stalls hardly move. */
  readonly candidate: Candidate
}

/** Returns the comparison of all shared launches without what stalls took; null where none was watched. */
export function withoutStalls(shared: readonly LaunchPair[], metric: Metric): WithoutStalls | null {
  const voidLaunches = shared.filter(({ head, base }) => isVoid(head) || isVoid(base)).length
  const watched = shared.flatMap(pair => {
    const { head, base } = pair
    if (isVoid(head) || isVoid(base)) return []
    const [ofHead, ofBase] = [watchedSide(head, metric), watchedSide(base, metric)]
    return ofHead && ofBase ? [{ pair, head: ofHead, base: ofBase }] : []
  })
  if (watched.length + voidLaunches === 0) return null
  const logRatios = watched.flatMap(
    ({ head, base }) => launchRatio(head.corrected, base.corrected, metric).ofSums ?? [],
  )
  const alikePValue = alikeProbability(watched.map(roundsOf))
  return {
    record: {
      ...{ estimator: ESTIMATOR, formula: FORMULA },
      ratio: ratioFromLogs(logRatios),
      ...{ launches: watched.length, voidLaunches },
      base: sumsOf(watched.map(({ base }) => base)),
      head: sumsOf(watched.map(({ head }) => head)),
      alikePValue,
      follow: alikePValue !== null && alikePValue < ALIKE_ALPHA,
    },
    candidate: {
      ...candidateOf(
        watched.map(({ pair }) => pair),
        metric,
      ),
      logRatios,
    },
  }
}

/**
 * Returns whether the stated verdict reads the ratio without stalls. That depends on what stalls took, and never on a
 * ratio; head and base may be exchanged.
 */
export function isStated({ record, candidate }: WithoutStalls, minimumLaunches: number): boolean {
  const { base, head, follow } = record
  const rawNs = base.rawNs + head.rawNs
  const share = rawNs > 0 ? (base.claimedNs + head.claimedNs) / rawNs : 0
  return share >= LEAST_STALLED_SHARE && !follow && candidate.logRatios.length >= minimumLaunches
}

function isVoid({ stalls }: Window): boolean {
  return stalls !== undefined && stalls.meter !== 'off' && stalls.isVoid
}

function watchedSide(window: Window, metric: Metric): WatchedSide | null {
  const { stalls, iterationsPerBatch, wallNs, cpuNs } = window
  if (stalls === undefined || stalls.meter === 'off') return null
  const samples = metric === 'wall' ? wallNs : cpuNs
  const claimed = metric === 'wall' ? stalls.claims.map(claim => claim?.ns ?? null) : stalls.cpuClaimsNs
  if (claimed.length < samples.length) return null
  const corrected = samples.map((ns, batch) => lessClaim(ns, claimed[batch] ?? null, iterationsPerBatch))
  if (corrected.includes(null)) return null
  return {
    corrected: metric === 'wall' ? { wallNs: corrected as number[], cpuNs } : { wallNs, cpuNs: corrected },
    batches: samples.map((ns, batch) => ({
      batchNs: (ns ?? 0) * iterationsPerBatch,
      claimedNs: claimed[batch] ?? 0,
      stalls: stalls.claims[batch]?.stalls ?? 0,
    })),
  }
}

function lessClaim(ns: number | null, claimedNs: number | null, iterations: number): number | null {
  return ns === null || claimedNs === null ? null : ns - claimedNs / iterations
}

function roundsOf({ head, base }: { readonly head: WatchedSide; readonly base: WatchedSide }): RoundClaims[] {
  return head.batches.flatMap((batch, round) => {
    const other = base.batches[round]
    return other ? [{ head: batch, base: other }] : []
  })
}

function sumsOf(sides: readonly WatchedSide[]): StallSumsRecord {
  const batches = sides.flatMap(side => side.batches)
  const rawNs = sum(batches.map(({ batchNs }) => batchNs))
  const claimedNs = sum(batches.map(batch => batch.claimedNs))
  const stalls = sum(batches.map(batch => batch.stalls))
  return {
    ...{ rawNs, claimedNs, correctedNs: rawNs - claimedNs, stalls },
    stallsPerSecond: rawNs > 0 ? stalls / (rawNs / 1e9) : null,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
