import type { MeasuredContender } from '@steelyard/measure'
import type { ResultError, ResultWarning } from '@steelyard/record'
import { type ClockFinding, findFalseClock, launchMeanNs, type Metric, mean } from '@steelyard/stats'
import { deadCodeError, deadCodeOf } from './dead-code.ts'

/** More of its CPU time than this, ÷ its time, is reported. */
const NOTABLE_CPU_SHARE = 1.1

/** Returns why the times of a contender are invalid; null where they are valid. */
export function rejectionOf(contender: MeasuredContender): ResultError | null {
  const finding = clockOf(contender)
  return finding.state === 'false'
    ? falseClockError(finding, contender)
    : deadCodeError(deadCodeOf(contender))
}

export function isRejected(contender: MeasuredContender): boolean {
  return clockOf(contender).state === 'false' || deadCodeOf(contender).state === 'lost'
}

/** Whether clocks disagree about the times that a metric reads, so that no verdict can rest on them. */
export function isUnsure(contender: MeasuredContender, metric: Metric): boolean {
  const { state, by, share } = clockOf(contender)
  if (state !== 'unsure') return false
  if (metric === 'wall') return true
  // The CPU time of a batch holds what runs until the process sleeps, and not what runs in the turns of others.
  return by === 'mainCpu' && share !== null && cpuOverWall(contender) * NOTABLE_CPU_SHARE < share
}

export function clockWarnings(contender: MeasuredContender): ResultWarning[] {
  const { state, share, by } = clockOf(contender)
  if (state === 'false' || share === null) return []
  if (by === 'mainCpu' && share > NOTABLE_CPU_SHARE) {
    return [{ code: 'work-after-return', mainCpuShare: share }]
  }
  if (state === 'true') return []
  return by === 'empty'
    ? [{ code: 'long-empty-batches', emptyShare: share }]
    : [{ code: 'late-replies', timesAsLong: share }]
}

function clockOf({ launches }: MeasuredContender): ClockFinding {
  return findFalseClock(launches.flatMap(({ clockShares }) => clockShares ?? []))
}

function cpuOverWall({ launches }: MeasuredContender): number {
  return mean(
    launches.map(launch => (launchMeanNs(launch, 'cpu') ?? 0) / (launchMeanNs(launch, 'wall') ?? 1)),
  )
}

function falseClockError({ share, by }: ClockFinding, { launches }: MeasuredContender): ResultError {
  const found = share ?? 1
  if (by === 'empty') return { code: 'false-clock-empty', emptyShare: found, launches: launches.length }
  const code = by === 'mainCpu' ? 'false-clock-main-cpu' : 'false-clock-host'
  return { code, timesAsLong: found, launches: launches.length }
}
