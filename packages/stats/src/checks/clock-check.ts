import { mean } from '../descriptive/moments.ts'
import { median, quantile } from '../descriptive/quantile.ts'

/** The duration of one batch on three clocks. Nanoseconds. */
export interface ClockedBatch {
  /** As the contender reported it. */
  readonly wallNs: number
  /** From the host's command to the reply. */
  readonly hostNs: number
  /** The kernel's CPU clock of the contender's main thread; null where it cannot be read. */
  readonly mainCpuNs: number | null
}

/** Time of a window on other clocks ÷ time that the contender reported; about 1 when the report is true. */
export interface ClockShares {
  /** On the host's clock, of the batches that were disturbed least. */
  readonly host: number
  /** On the CPU clock: the median batch's share or that of all together, the larger one; null where it cannot be read. */
  readonly mainCpu: number | null
  /** Reported time of a batch without iterations ÷ that of the median batch. About 0. */
  readonly empty: number
}

/** Whether a contender's launches reported true times. */
export interface ClockFinding {
  /** Whether it certainly reported less time than passed. */
  readonly isFalse: boolean
  /** The share, named `by`, that makes it false, else the larger of host and mainCpu; null without launches. */
  readonly share: number | null
  readonly by: keyof ClockShares | null
}

/** Noise only adds time on the host's clock, and little to the best tenth of the batches on any machine. */
const UNDISTURBED = 0.1

/**
 * Honest contenders of all suites stayed under 1.08 (host) and 1.16 (CPU time; some work on after the reply) in each of
 * 178 windows, on a machine with three runnable processes per core.
 */
const MOST_SHARE = 1.25

/** With fewer, noise on the host's clock looks like a false time: one of 159 windows on a busy machine had 1.21. */
const FEWEST_LAUNCHES = 3

/** Honest empty batches took at most 0.03 of a batch then. Their time is subtracted from every batch. */
const MOST_EMPTY = 0.05

/** Honest ones cost the main thread at most 0.18 of a batch; more than this is hidden work. */
const MOST_CHANNEL = 0.2

/**
 * Returns the shares of a window, the cost of the channel subtracted; null when no batch took any time.
 *
 * @param nothing the batches without iterations: medians, but on the host's clock the fastest
 */
export function clockShares(batches: readonly ClockedBatch[], nothing: ClockedBatch): ClockShares | null {
  const timed = batches.filter(({ wallNs }) => wallNs > nothing.wallNs)
  if (timed.length === 0) return null
  const reportedNs = timed.map(({ wallNs }) => wallNs - nothing.wallNs)
  const mostChannelNs = MOST_CHANNEL * median(reportedNs)
  const hostNs = timed.map(batch => batch.hostNs - Math.min(nothing.hostNs, mostChannelNs))
  return {
    host: quantile(ratios(hostNs, reportedNs), UNDISTURBED),
    mainCpu: mainCpuShare(timed, reportedNs, Math.min(nothing.mainCpuNs ?? 0, mostChannelNs)),
    empty: Math.max(0, nothing.wallNs) / median(timed.map(({ wallNs }) => wallNs)),
  }
}

/** The sum also shows a few false batches among true ones. */
function mainCpuShare(
  batches: readonly ClockedBatch[],
  reportedNs: readonly number[],
  channelNs: number,
): number | null {
  const cpuNs = batches.flatMap(({ mainCpuNs }) => (mainCpuNs === null ? [] : [mainCpuNs - channelNs]))
  if (cpuNs.length < batches.length) return null
  return Math.max(median(ratios(cpuNs, reportedNs)), sum(cpuNs) / sum(reportedNs))
}

function ratios(seenNs: readonly number[], reportedNs: readonly number[]): number[] {
  return reportedNs.map((ns, index) => (seenNs[index] ?? 0) / ns)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * Returns whether a contender reported less time than passed on other clocks, or hid time in its empty batches. Launches
 * count by their median on the host's clock, to which noise adds, and by their mean on the others.
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
