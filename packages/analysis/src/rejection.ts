import type { MeasuredContender } from '@steelyard/measure'
import type { ResultError } from '@steelyard/record'
import { type ClockFinding, findFalseClock } from '@steelyard/stats'
import { deadCodeError, deadCodeOf } from './dead-code.ts'

/** More of its CPU time than this, ÷ its time, is reported. */
const NOTABLE_CPU_SHARE = 1.1

/** Returns why the times of a contender are invalid; null when they are valid. */
export function rejectionOf(contender: MeasuredContender): ResultError | null {
  const finding = clockOf(contender)
  return finding.isFalse ? falseClockError(finding, contender) : deadCodeError(deadCodeOf(contender))
}

/** Whether the times of a contender are invalid. */
export function isRejected(contender: MeasuredContender): boolean {
  return clockOf(contender).isFalse || deadCodeOf(contender).state === 'lost'
}

/** Returns the main thread's CPU time ÷ the reported time, where it is notably more than 1; null elsewhere. */
export function longerCpuShare(contender: MeasuredContender): number | null {
  const { share, by, isFalse } = clockOf(contender)
  return by === 'mainCpu' && share !== null && share > NOTABLE_CPU_SHARE && !isFalse ? share : null
}

function clockOf({ launches }: MeasuredContender): ClockFinding {
  return findFalseClock(launches.flatMap(({ clockShares }) => clockShares ?? []))
}

function falseClockError({ share, by }: ClockFinding, { launches }: MeasuredContender): ResultError {
  const found = share ?? 1
  if (by === 'empty') return { code: 'false-clock-empty', emptyShare: found, launches: launches.length }
  const code = by === 'mainCpu' ? 'false-clock-main-cpu' : 'false-clock-host'
  return { code, timesAsLong: found, launches: launches.length }
}
