import type { StallSumsRecord, WithoutStallsRecord } from '@steelyard/record'
import { type Window, worseState } from '@steelyard/schedule'
import {
  alikeProbability,
  type Candidate,
  type Estimate,
  launchRatio,
  type Metric,
  type RoundClaims,
  ratioFromLogs,
  sum,
} from '@steelyard/stats'
import { candidateOf, isSound, type LaunchPair } from './candidate.ts'

const ESTIMATOR = 'sums-less-stalls@1'

const FORMULA =
  'exp(mean over launches of log(sum of (head batches - claimed) / sum of (base batches - claimed))), times per iteration'

/** Stalls that are unlike on both sides by chance alone are called so in at most this share of comparisons. */
const ALIKE_ALPHA = 0.05

export interface WithoutStalls {
  readonly record: WithoutStallsRecord
  /** The input of the verdict rules; its medians are as timed, which stalls hardly move. */
  readonly candidate: Candidate
  /** The ratio as timed ÷ the ratio without stalls: what stalls did to it. Null with fewer than two launches. */
  readonly shift: Estimate | null
}

/** Returns the comparison of all shared launches without what stalls took; null where none was watched. */
export function withoutStalls(shared: readonly LaunchPair[], metric: Metric): WithoutStalls | null {
  const watched = shared.flatMap(pair => {
    const [head, base] = [watchedSide(pair.head, metric), watchedSide(pair.base, metric)]
    return head && base ? [{ pair, head, base, isVoid: !isSound(pair) }] : []
  })
  if (watched.length === 0) return null
  const counted = watched.filter(launch => !launch.isVoid)
  const logs = counted.flatMap(({ pair, head, base }) => {
    const corrected = launchRatio(head.corrected, base.corrected, metric).ofSums
    const timed = launchRatio(pair.head, pair.base, metric).ofSums
    if (corrected === null || timed === null) return []
    return [{ corrected, shift: timed - corrected, state: worseState(pair.head, pair.base) }]
  })
  const logRatios = logs.map(({ corrected }) => corrected)
  // A contender that makes launches void by its own stalls must not hide in them.
  const alikePValue = alikeProbability(watched.map(roundsOf))
  return {
    record: {
      ...{ estimator: ESTIMATOR, formula: FORMULA },
      ratio: ratioFromLogs(logRatios),
      ...{ launches: counted.length, voidLaunches: watched.length - counted.length },
      base: sumsOf(counted.map(({ base }) => base)),
      head: sumsOf(counted.map(({ head }) => head)),
      alikePValue,
      follow: alikePValue !== null && alikePValue < ALIKE_ALPHA,
    },
    candidate: {
      ...candidateOf(
        counted.map(({ pair }) => pair),
        metric,
      ),
      logRatios,
      states: logs.map(({ state }) => state),
    },
    shift: ratioFromLogs(logs.map(({ shift }) => shift)),
  }
}

type WatchedSide = NonNullable<ReturnType<typeof watchedSide>>

/** Returns the samples without what stalls took, and what they took of each batch; null where some were not watched. */
function watchedSide({ stalls, iterationsPerBatch, wallNs, cpuNs }: Window, metric: Metric) {
  const samples = metric === 'wall' ? wallNs : cpuNs
  if (stalls === undefined || stalls.meter === 'off') return null
  const claimed = (metric === 'wall' ? stalls.claimedNs : stalls.cpuClaimedNs) ?? []
  if (claimed.length < samples.length) return null
  const corrected = samples.map((ns, batch) => {
    const claimedNs = claimed[batch] ?? null
    return ns === null || claimedNs === null ? null : ns - claimedNs / iterationsPerBatch
  })
  if (corrected.includes(null)) return null
  return {
    corrected: metric === 'wall' ? { wallNs: corrected as number[], cpuNs } : { wallNs, cpuNs: corrected },
    batches: samples.map((ns, batch) => ({
      batchNs: (ns ?? 0) * iterationsPerBatch,
      claimedNs: claimed[batch] ?? 0,
      stalls: stalls.counts[batch] ?? 0,
    })),
  }
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
