import { median, quantile } from './quantile.ts'

/** One batch as three clocks saw it. Nanoseconds. */
export interface ClockedBatch {
  /** What the contender told of it. */
  readonly wallNs: number
  /** From the host's command to its having the answer. */
  readonly hostNs: number
  /** The kernel's CPU clock of the contender's main thread; null where it cannot be read. */
  readonly mainCpuNs: number | null
}

/** How much of a window other clocks saw, ÷ what the contender told. An honest one is at about 1. */
export interface ClockShares {
  /** Of the batches that were disturbed least. */
  readonly host: number
  readonly mainCpu: number | null
}

/** What the launches of a contender say of its clock. */
export interface ClockFinding {
  /** Whether it told less time than passed for certain. */
  readonly isFalse: boolean
  /** The larger of both medians over launches, and whose it is; null without launches. */
  readonly share: number | null
  readonly by: keyof ClockShares | null
}

/** Noise only adds to what the host sees: of a tenth of the batches it adds little, however busy the machine. */
const UNDISTURBED = 0.1

/**
 * Honest contenders of all suites stayed under 1.08 (host) and 1.16 (CPU time; some do a part of their work after they
 * have answered) in each of 178 windows on a machine with three times as much to do as it had cores.
 */
const MOST_SHARE = 1.25

/**
 * Returns what the host and the kernel saw of a window, the cost of the channel taken out.
 *
 * @param nothing of the batches without iterations: medians, but on the host's clock the fastest
 * @returns null when no batch took any time
 */
export function clockShares(batches: readonly ClockedBatch[], nothing: ClockedBatch): ClockShares | null {
  const timed = batches.filter(({ wallNs }) => wallNs > nothing.wallNs)
  if (timed.length === 0) return null
  const shares = timed.map(({ wallNs, hostNs }) => (hostNs - nothing.hostNs) / (wallNs - nothing.wallNs))
  const cpuShares = timed.flatMap(({ wallNs, mainCpuNs }) =>
    mainCpuNs === null || nothing.mainCpuNs === null
      ? []
      : [(mainCpuNs - nothing.mainCpuNs) / (wallNs - nothing.wallNs)],
  )
  return {
    host: quantile(shares, UNDISTURBED),
    mainCpu: cpuShares.length === 0 ? null : median(cpuShares),
  }
}

/** Returns whether a contender told less time than other clocks saw pass, in more than half of its launches. */
export function findFalseClock(launches: readonly ClockShares[]): ClockFinding {
  const host = medianOf(launches.map(shares => shares.host))
  const mainCpu = medianOf(launches.flatMap(shares => shares.mainCpu ?? []))
  if (host === null) return { isFalse: false, share: null, by: null }
  const by = mainCpu !== null && mainCpu > host ? 'mainCpu' : 'host'
  const share = Math.max(host, mainCpu ?? host)
  return { isFalse: share > MOST_SHARE, share, by }
}

function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : median(values)
}
