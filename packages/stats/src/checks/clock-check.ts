import { mean } from '../descriptive/moments.ts'
import { median, quantile } from '../descriptive/quantile.ts'

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
  /** Of the median batch, or of all together, whichever is more; null where the CPU clock cannot be read. */
  readonly mainCpu: number | null
  /** What the contender told of a batch without iterations ÷ what it told of the median batch. About 0. */
  readonly empty: number
}

/** What the launches of a contender say of its clock. */
export interface ClockFinding {
  /** Whether it told less time than passed for certain. */
  readonly isFalse: boolean
  /** By which it is false, or would be first, and over its launches; null without launches. */
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

/** Of fewer nobody can tell noise on the host's clock from a lie: one of 159 windows on a busy machine had 1.21. */
const FEWEST_LAUNCHES = 3

/** Honest empty batches took at most 0.03 of a batch then. What they tell is taken out of every batch. */
const MOST_EMPTY = 0.05

/** Honest ones cost the main thread at most 0.18 of a batch; more than this is work that is hidden there. */
const MOST_CHANNEL = 0.2

/**
 * Returns what the host and the kernel saw of a window, the cost of the channel taken out.
 *
 * @param nothing of the batches without iterations: medians, but on the host's clock the fastest
 * @returns null when no batch took any time
 */
export function clockShares(batches: readonly ClockedBatch[], nothing: ClockedBatch): ClockShares | null {
  const timed = batches.filter(({ wallNs }) => wallNs > nothing.wallNs)
  if (timed.length === 0) return null
  const toldNs = timed.map(({ wallNs }) => wallNs - nothing.wallNs)
  const mostChannelNs = MOST_CHANNEL * median(toldNs)
  const hostNs = timed.map(batch => batch.hostNs - Math.min(nothing.hostNs, mostChannelNs))
  return {
    host: quantile(ratios(hostNs, toldNs), UNDISTURBED),
    mainCpu: mainCpuShare(timed, toldNs, Math.min(nothing.mainCpuNs ?? 0, mostChannelNs)),
    empty: Math.max(0, nothing.wallNs) / median(timed.map(({ wallNs }) => wallNs)),
  }
}

/** Some of the batches may be honest and others not: all together tell that, however few they are. */
function mainCpuShare(
  batches: readonly ClockedBatch[],
  toldNs: readonly number[],
  channelNs: number,
): number | null {
  const cpuNs = batches.flatMap(({ mainCpuNs }) => (mainCpuNs === null ? [] : [mainCpuNs - channelNs]))
  if (cpuNs.length < batches.length) return null
  return Math.max(median(ratios(cpuNs, toldNs)), sum(cpuNs) / sum(toldNs))
}

function ratios(seenNs: readonly number[], toldNs: readonly number[]): number[] {
  return toldNs.map((told, index) => (seenNs[index] ?? 0) / told)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * Returns whether a contender told less time than other clocks saw pass, or hid time in its empty batches. The host's
 * clock is asked for the median of its launches, since noise adds to it; the others for the mean, since it does not.
 */
export function findFalseClock(launches: readonly ClockShares[]): ClockFinding {
  if (launches.length === 0) return { isFalse: false, share: null, by: null }
  const empty = mean(launches.map(shares => shares.empty))
  if (empty > MOST_EMPTY) return { isFalse: true, share: empty, by: 'empty' }
  const host = launches.length < FEWEST_LAUNCHES ? 0 : median(launches.map(shares => shares.host))
  const cpu = launches.flatMap(({ mainCpu }) => mainCpu ?? [])
  const mainCpu = cpu.length === 0 ? 0 : mean(cpu)
  const share = Math.max(host, mainCpu)
  return { isFalse: share > MOST_SHARE, share, by: mainCpu > host ? 'mainCpu' : 'host' }
}
