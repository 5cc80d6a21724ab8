import type { ContenderProcess } from '@steelyard/launcher'
import { needBeyond, WARMUP_MINIMUM_NS } from '@steelyard/schedule'
import { median } from '@steelyard/stats'
import type { ContenderPlan } from '../plan/plan.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'

/** What timed launches have shown of a contender, for its side launches. */
export interface KnownContender {
  readonly plan: ContenderPlan
  readonly iterationNs: number
  /** CPU time of a message without work; 0 where unavailable. */
  readonly channelCpuNs: number
  /** Iterations before it is as fast as it gets, where that takes longer than a warm-up. */
  readonly lateIterations: number
  /** What a case with a clock of its own does not time, as a share of its turns; 0 for others. */
  readonly untimedShare: number
}

const BATCH_NS = 3e6
const FEWEST_BATCHES = 4

/** Returns what is known of a contender; null when it has not been timed. */
export function knownOf({ plan, launches, late }: MeasuredContender): KnownContender | null {
  const last = launches.at(-1)
  if (last === undefined) return null
  return {
    plan,
    iterationNs: median(last.wallNs),
    channelCpuNs: last.nullBatch.cpuNs ?? 0,
    lateIterations: needBeyond(late).iterations,
    untimedShare: last.warmup.untimedShare ?? 0,
  }
}

/** Warms up the contender of a side launch, alone in it. Rejects when the contender is lost. */
export async function warmUpSideLaunch(process: ContenderProcess, known: KnownContender): Promise<void> {
  const iterations = iterationsFor(known, BATCH_NS)
  const fewest = Math.max(FEWEST_BATCHES, Math.ceil(known.lateIterations / iterations))
  for (let [batches, spentNs] = [0, 0]; batches < fewest || spentNs < WARMUP_MINIMUM_NS; batches++) {
    spentNs += (await process.exchange({ type: 'lead-in', iterations })).hostNs
  }
}

/** Runs iterations without timing them, and returns how many it were: whole calls of a file may have more than are asked for. */
export async function runUntimed(process: Pick<ContenderProcess, 'exchange'>, iterations: number) {
  const { reply, hostNs } = await process.exchange({ type: 'lead-in', iterations })
  return { iterationsRun: reply.iterationsRun ?? iterations, hostNs }
}

/** Returns how many iterations take about this long; at least one. */
export function iterationsFor({ iterationNs }: KnownContender, durationNs: number): number {
  return Math.max(1, Math.round(durationNs / Math.max(iterationNs, 1e-3)))
}
