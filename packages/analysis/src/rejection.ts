import type { MeasuredContender } from '@steelyard/measure'
import { type ClockFinding, findFalseClock } from '@steelyard/stats'
import { deadCodeError, deadCodeOf } from './dead-code.ts'

/** More of its CPU time than this, ÷ its time, is told to the reader. */
const NOTABLE_CPU_SHARE = 1.1

/** Returns why the times of a contender are worth nothing, as the rest of a sentence about it; null when they are. */
export function rejectionOf(contender: MeasuredContender): string | null {
  const finding = clockOf(contender)
  return finding.isFalse ? falseClockText(finding, contender) : deadCodeError(deadCodeOf(contender))
}

/** Whether the times of a contender are worth nothing. */
export function isRejected(contender: MeasuredContender): boolean {
  return clockOf(contender).isFalse || deadCodeOf(contender).state === 'lost'
}

/** Returns the main thread's CPU time ÷ the time told, where it is notably more than 1; null elsewhere. */
export function longerCpuShare(contender: MeasuredContender): number | null {
  const { share, by, isFalse } = clockOf(contender)
  return by === 'mainCpu' && share !== null && share > NOTABLE_CPU_SHARE && !isFalse ? share : null
}

function clockOf({ launches }: MeasuredContender): ClockFinding {
  return findFalseClock(launches.flatMap(({ clockShares }) => clockShares ?? []))
}

function falseClockText({ share, by }: ClockFinding, { launches }: MeasuredContender): string {
  if (by === 'empty') {
    return `told false times? Its batches without iterations take ${Math.round((share ?? 1) * 100)} % of the others in ${launches.length} launches, and are taken out of them. Leave nothing running, and leave promises alone.`
  }
  const who =
    by === 'mainCpu' ? "the kernel's CPU clock saw its main thread work" : "the host's clock saw it take"
  return `told false times? Over ${launches.length} launches ${who} ${(share ?? 1).toFixed(2)} times as long as it told. Let the case return only when its work is done, and leave the clocks alone.`
}
