import { elementAt } from '../descriptive/element-at.ts'
import { mean, sum } from '../descriptive/moments.ts'
import { median, quantile } from '../descriptive/quantile.ts'

/** The duration of one batch on three clocks. Nanoseconds. */
export interface ClockedBatch {
  /** As the contender reported it. */
  readonly wallNs: number
  /** From the host's command to the reply. */
  readonly hostNs: number
  /** The kernel's CPU clock of the contender's main thread; null where it cannot be read. */
  readonly mainCpuNs: number | null
  /** Time in which its main thread waited for the core, also for threads of its own process; null as above. */
  readonly waitedNs: number | null
  /** Time in which the host waited for the core before it saw the reply; null or absent where that is not known. */
  readonly hostWaitedNs?: number | null
}

/** Time of a window on other clocks ÷ time that the contender reported; about 1 when the report is true. */
export interface ClockShares {
  /** On the host's clock, of the batches that were disturbed least. */
  readonly host: number
  /** On the CPU clock: the median batch's share or that of all together, the larger one; null where it cannot be read. */
  readonly mainCpu: number | null
  /** Reported time of a batch without iterations ÷ that of the median batch. About 0. */
  readonly empty: number
  /** Shares in the calmest batches: a false time repeats there, a collector or another process does not. */
  readonly least: LeastShares
}

export interface LeastShares {
  /** Share in the fifth of the batches that waited least for the core, without waits; 0 where the host waited in all. */
  readonly host: number
  /** CPU share of the main thread in the same batches. */
  readonly mainCpu: number | null
  /** Share of the fastest batch without iterations. */
  readonly empty: number
}

/** Whether a contender's launches reported true times. */
export interface ClockFinding {
  /** false: it reported less time than passed. unsure: clocks disagree, by whose doing is unknown. */
  readonly state: 'true' | 'unsure' | 'false'
  /** The share, named `by`, that decides, else the larger of host and mainCpu; null without launches. */
  readonly share: number | null
  readonly by: keyof LeastShares | null
}

/** Noise only adds time on the host's clock, and little to the best tenth of the batches on any machine. */
const UNDISTURBED = 0.1

/**
 * From here on clocks disagree. Honest contenders stayed under 1.08 (host) and 1.16 (CPU time; some work on after the
 * reply) in each of 178 windows, with three runnable processes per core. A collector that runs between batches exceeds it.
 */
const MOST_SHARE = 1.25

/** A contender that reports 80 % of the time has 1.25 in the mean, and in some launches a little less. */
const FALSE_SHARE = 1.2

/** Largest share ÷ smallest of the launches of one lie. A collector whose work depends on the batch had 4 on node. */
const MOST_SPREAD = 1.5

/** The share of launches that may be odd at either end. */
const ODD = 0.25

/** The share of batches that waited least for the core; at least three batches in a short window. */
const CALM = 0.2
const FEWEST_CALM = 3

/** A host that waited for more than this share of a batch did not see when it ended. */
const MOST_HOST_WAIT = 0.05

/** Fewer launches do not show what repeats. */
const FEWEST_LAUNCHES = 3

/** Honest empty batches took at most 0.03 of a batch then. Their time is subtracted from every batch. */
const MOST_EMPTY = 0.05

/** Honest ones cost the main thread at most 0.18 of a batch; more than this is hidden work. */
const MOST_CHANNEL = 0.2

/**
 * Returns the shares of a window, the cost of the channel subtracted; null when no batch took any time.
 *
 * @param nullBatches the batches without iterations, at least one
 */
export function clockShares(
  batches: readonly ClockedBatch[],
  nullBatches: readonly ClockedBatch[],
): ClockShares | null {
  const nullsNs = nullBatches.map(({ wallNs }) => wallNs)
  const nullNs = median(nullsNs)
  const timed = batches.filter(({ wallNs }) => wallNs > nullNs)
  if (timed.length === 0) return null
  const reportedNs = timed.map(({ wallNs }) => wallNs - nullNs)
  const mostChannelNs = MOST_CHANNEL * median(reportedNs)
  // The least disturbed batches are compared with the least disturbed null batch.
  const hostChannelNs = Math.min(...nullBatches.map(({ hostNs }) => hostNs), mostChannelNs)
  const hostNs = timed.map(batch => batch.hostNs - hostChannelNs)
  const cpuNs = mainCpuOf(timed, nullBatches, mostChannelNs)
  const hostShare = quantile(ratios(hostNs, reportedNs), UNDISTURBED)
  const batchNs = median(timed.map(({ wallNs }) => wallNs))
  const fastestNullNs = Math.max(0, Math.min(...nullsNs))
  const calm = leastWaited(timed)
  const surelyNs = timed.map(({ wallNs }) => wallNs - fastestNullNs)
  const calmShare = (seenNs: readonly number[], of = calm) =>
    of.length === 0 ? 0 : sixDigits(median(of.map(at => elementAt(seenNs, at) / elementAt(surelyNs, at))))
  const seen = calm.filter(at => hasSeenEnd(timed[at]))
  const unwaitedNs = hostNs.map((ns, at) => ns - (timed[at]?.waitedNs ?? 0))
  return {
    host: sixDigits(hostShare),
    // The sum also shows a few false batches among true ones.
    mainCpu: cpuNs && sixDigits(Math.max(median(ratios(cpuNs, reportedNs)), sum(cpuNs) / sum(reportedNs))),
    empty: sixDigits(Math.max(0, nullNs) / batchNs),
    least: {
      host: calm.length === 0 ? sixDigits(hostShare) : calmShare(unwaitedNs, seen),
      mainCpu: cpuNs && calm.length > 0 ? calmShare(cpuNs) : null,
      empty: sixDigits(fastestNullNs / batchNs),
    },
  }
}

/** Further digits only lengthen a record. */
function sixDigits(value: number): number {
  return Number(value.toPrecision(6))
}

/** Whether the host ran when the reply of a batch came. */
function hasSeenEnd(batch: ClockedBatch | undefined): boolean {
  return (batch?.hostWaitedNs ?? 0) <= MOST_HOST_WAIT * (batch?.wallNs ?? 0)
}

/** Returns where the fifth of the batches is that waited least for the core, the host included; empty where waits were not read. */
function leastWaited(batches: readonly ClockedBatch[]): readonly number[] {
  const waits = batches.flatMap(({ waitedNs, hostWaitedNs }, at) =>
    waitedNs === null ? [] : [{ waitedNs: waitedNs + (hostWaitedNs ?? 0), at }],
  )
  if (waits.length < batches.length) return []
  return waits
    .toSorted((a, b) => a.waitedNs - b.waitedNs)
    .slice(0, Math.max(FEWEST_CALM, Math.ceil(CALM * waits.length)))
    .map(({ at }) => at)
}

/** Returns the CPU time of each batch, the cost of the channel subtracted; null where one was not read. */
function mainCpuOf(
  batches: readonly ClockedBatch[],
  nullBatches: readonly ClockedBatch[],
  mostChannelNs: number,
): readonly number[] | null {
  const ofNulls = nullBatches.flatMap(({ mainCpuNs }) => mainCpuNs ?? [])
  const channelNs = ofNulls.length === 0 ? 0 : Math.min(median(ofNulls), mostChannelNs)
  const cpuNs = batches.flatMap(({ mainCpuNs }) => (mainCpuNs === null ? [] : [mainCpuNs - channelNs]))
  return cpuNs.length < batches.length ? null : cpuNs
}

function ratios(seenNs: readonly number[], reportedNs: readonly number[]): number[] {
  return reportedNs.map((ns, index) => (seenNs[index] ?? 0) / ns)
}

/**
 * Returns whether a contender reported less time than passed on other clocks, or hid time in its empty batches. A false
 * time repeats in every batch and launch, in proportion to the work. Whatever else makes clocks disagree (a collector
 * between batches, waiting for the core) leaves the contender `unsure`, and so do fewer than three launches.
 */
export function findFalseClock(launches: readonly ClockShares[]): ClockFinding {
  if (launches.length === 0) return { state: 'true', share: null, by: null }
  const empty = mean(launches.map(shares => shares.empty))
  const host = launches.length < FEWEST_LAUNCHES ? 0 : median(launches.map(shares => shares.host))
  const cpu = launches.flatMap(({ mainCpu }) => mainCpu ?? [])
  const mainCpu = cpu.length === 0 ? 0 : mean(cpu)
  const repeats = repeatedIn(launches.map(({ least }) => least))
  if (empty > MOST_EMPTY) return { state: repeats('empty') ? 'false' : 'unsure', share: empty, by: 'empty' }
  const share = Math.max(host, mainCpu)
  const by = mainCpu > host ? 'mainCpu' : 'host'
  if (share > FALSE_SHARE && (repeats('mainCpu') || repeats('host'))) return { state: 'false', share, by }
  return { state: share > MOST_SHARE ? 'unsure' : 'true', share, by }
}

/** Returns whether a share is too large in three of four launches, and much the same in most. */
function repeatedIn(launches: readonly LeastShares[]): (by: keyof LeastShares) => boolean {
  return by => {
    if (launches.length < FEWEST_LAUNCHES) return false
    const shares = launches.map(least => least[by] ?? 0)
    const [low, high] = [quantile(shares, ODD), quantile(shares, 1 - ODD)]
    return by === 'empty' ? low > MOST_EMPTY : low > FALSE_SHARE && high < MOST_SPREAD * low
  }
}
