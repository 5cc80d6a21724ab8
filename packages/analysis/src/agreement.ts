import type { AgreementRecord, LaunchRecord, ResultRecord, TimingRecord } from '@steelyard/record'
import { type EarlyEnd, type Estimate, mean, median, unpairedRatio } from '@steelyard/stats'
import { formatDuration, formatPercent } from '@steelyard/text'
import { type Timer, timers } from '@steelyard/timers'

/** Everything that causes are searched in; all of it is in the record. */
interface Facts {
  readonly timer: Timer
  readonly timings: readonly TimingRecord[]
  readonly launches: readonly LaunchRecord[]
  /** The timer's time ÷ Steelyard's, and its interval without 1 in it. */
  readonly ratio: Estimate
  /** The ratio of the medians of both. */
  readonly medianRatio: Estimate | null
  /** Medians over launches, nanoseconds per iteration. */
  readonly headlineNs: number
  readonly emptyNs: number
}

/** Returns each other timer's ratio to Steelyard's result on a contender; ratios alone where the run was ended early. */
export function agreementsOf(
  results: readonly ResultRecord[],
  earlyEnd: EarlyEnd | null = null,
): AgreementRecord[] {
  return results.flatMap(result => {
    const { suite, case: caseId, params, target, timer } = result
    if (!isOther(timer) || result.status === 'unsupported') return []
    const own = results.find(
      other =>
        other.timer === 'steelyard' &&
        other.suite === suite &&
        other.case === caseId &&
        other.target === target &&
        JSON.stringify(other.params) === JSON.stringify(params),
    )
    const names = { suite, case: caseId, params, target, timer }
    const judged = judge(timers[timer], result.timings ?? [], own?.launches ?? [])
    return [{ ...names, ...(earlyEnd === null ? judged : { ...judged, agrees: null, causes: [] }) }]
  })
}

function isOther(timer: ResultRecord['timer']): timer is AgreementRecord['timer'] {
  return Object.hasOwn(timers, timer)
}

function judge(timer: Timer, timings: readonly TimingRecord[], launches: readonly LaunchRecord[]) {
  const ratio = ratioOf(
    timings.map(({ headlineNs }) => headlineNs),
    launches.map(({ wallNs }) => mean(wallNs)),
  )
  // The launches that gave a time are chosen by what they gave.
  const hasZeros = timings.some(({ headlineNs }) => headlineNs === 0)
  if (ratio === null || hasZeros) return { ratio, agrees: null, causes: [] }
  const agrees = ratio.lower <= 1 && ratio.upper >= 1
  if (agrees) return { ratio, agrees, causes: [] }
  const facts: Facts = {
    timer,
    timings,
    launches,
    ratio,
    medianRatio: ratioOf(
      timings.map(({ p50Ns }) => p50Ns),
      launches.map(({ wallNs }) => median(wallNs)),
    ),
    headlineNs: median(timings.map(({ headlineNs }) => headlineNs)),
    emptyNs: median(timings.map(({ emptyNs }) => emptyNs)),
  }
  return { ratio, agrees, causes: CAUSES.flatMap(cause => cause(facts) ?? []) }
}

/** Each says a cause when its condition holds in the record, and null otherwise. */
const CAUSES: readonly ((facts: Facts) => string | null)[] = [
  emptyCallCounts,
  emptyCallIsTakenOut,
  sameAsNothing,
  fewSlowSamples,
  coldStart,
  fewSamples,
]

const LARGE_SHARE = 0.02

/** The cost of an empty call and of the clock is in each sample of a timer that does not take it out. */
function emptyCallCounts({ timer, ratio, emptyNs, headlineNs }: Facts): string | null {
  const share = emptyNs / headlineNs
  if (timer.takesOutEmptyCall || ratio.value < 1 || share < LARGE_SHARE) return null
  return `it says ${formatDuration(emptyNs)} of a function that does nothing, which is ${formatPercent(share)} of what it says of this case`
}

function emptyCallIsTakenOut({ timer, emptyNs, headlineNs }: Facts): string | null {
  if (!timer.takesOutEmptyCall || headlineNs >= emptyNs) return null
  return `it takes out ${formatDuration(emptyNs)} for an empty call, more than the ${formatDuration(headlineNs)} that are left: the case is too short for it`
}

function sameAsNothing({ timer, ratio, emptyNs, headlineNs }: Facts): string | null {
  if (timer.takesOutEmptyCall || ratio.value > 1 || headlineNs > 1.2 * emptyNs) return null
  return 'it says no more of this case than of a function that does nothing: its loop may have lost the work to the optimiser'
}

/** Where medians stand much closer to each other than means, slow samples make the difference. */
function fewSlowSamples({ ratio, medianRatio, timings, launches }: Facts): string | null {
  if (medianRatio === null) return null
  const [ofMeans, ofMedians] = [ratio, medianRatio].map(({ value }) => Math.abs(Math.log(value)))
  if ((ofMedians ?? 0) > (ofMeans ?? 0) / 2) return null
  const lifts = timings.flatMap(({ headlineNs, p50Ns }) => (p50Ns > 0 ? headlineNs / p50Ns - 1 : []))
  if (lifts.length === 0) return null
  const theirs = median(lifts)
  const ours = median(launches.map(({ wallNs }) => mean(wallNs) / median(wallNs) - 1))
  const medians = `medians stand at ${medianRatio.value.toFixed(2)}`
  if (theirs < 0 || ours < 0) {
    return `${medians}: a few samples make the difference, which put its mean ${fromMedian(theirs)} its median and Steelyard's ${fromMedian(ours)}`
  }
  return `${medians}: slow samples make the difference, which lift its mean ${formatPercent(theirs)} above its median and Steelyard's ${formatPercent(ours)}`
}

function fromMedian(lift: number): string {
  return `${formatPercent(Math.abs(lift))} ${lift < 0 ? 'below' : 'above'}`
}

const LARGE_WARMUP_SHARE = 0.1

/** Steelyard warms a case up until its times are steady; a timer that starts sooner times the rest of the warm-up. */
function coldStart({ timer, ratio, timings, launches }: Facts): string | null {
  const askedNs = median(timings.map(timing => timing.askedNs))
  const ownNs = median(launches.map(({ warmup }) => warmup.durationNs))
  const missingNs = ownNs - timer.warmupMs * 1e6
  if (ratio.value < 1 || missingNs < LARGE_WARMUP_SHARE * askedNs) return null
  const theirs = timer.warmupMs === 0 ? 'after a few calls' : `after ${timer.warmupMs} ms`
  return `it times ${theirs} for ${formatDuration(askedNs)}; Steelyard warmed the case up for ${formatDuration(ownNs)} before it timed`
}

const LARGE_SAMPLE_SHARE = 0.2

function fewSamples({ timer, timings }: Facts): string | null {
  const kept = median(timings.map(({ samples }) => samples))
  const share = timer.leavesOut / (kept + timer.leavesOut)
  if (share < LARGE_SAMPLE_SHARE) return null
  return `it leaves out ${timer.leavesOut} of ${kept + timer.leavesOut} samples, the fastest and the slowest`
}

/** Null where a side has fewer than two launches that its clock saw. */
function ratioOf(theirs: readonly number[], ours: readonly number[]): Estimate | null {
  const logs = (values: readonly number[]) => values.flatMap(value => (value > 0 ? [Math.log(value)] : []))
  return unpairedRatio(logs(theirs), logs(ours))
}
