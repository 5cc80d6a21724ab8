import {
  type ContenderProcess,
  difference,
  type Scheduling,
  type SchedulingCounts,
  settledCpuNs,
  type TurnReading,
} from '@steelyard/launcher'
import type { Audit, Batch, Contender, Turn } from '@steelyard/schedule'
import type { Prepared } from './prepare.ts'

/** A sleeping process's CPU clock stands still over this time. */
const STILL_MS = 0.025

/** Returns a process as something that runs batches. */
export function samplerOf(process: ContenderProcess): Contender {
  let counts: SchedulingCounts | null = null
  /** CPU time of its main thread when its last batch had ended; null where it had another message since. */
  let leftAtNs: number | null = null
  /** What it has worked from then on, until the next message. */
  let unaskedNs = 0
  const exchange = async (iterations: number, type: 'run' | 'run-empty' = 'run') => {
    const { reply, hostNs, sentNs } = await process.exchange({ type, iterations })
    return { durationNs: reply.durationNs, clockNs: reply.clockNs, sentNs, receivedNs: sentNs + hostNs }
  }
  return {
    async leadIn(iterations) {
      unaskedNs = difference(leftAtNs, process.scheduling.times().mainCpuNs) ?? 0
      leftAtNs = null
      await process.exchange({ type: 'lead-in', iterations })
    },
    warm: async iterations => ({ wallNs: (await exchange(iterations)).durationNs }),
    runEmpty: async iterations => (await exchange(iterations, 'run-empty')).durationNs,
    async run(iterations) {
      // The collector may still be busy with the lead-in; that must not fall on the batch, nor on a null batch.
      const cpuBefore = settledCpuOf(process)
      const before = { ...(counts ?? process.scheduling.counts()), ...process.scheduling.times() }
      const timed = await exchange(iterations)
      const cpuNs = difference(cpuBefore, settledCpuOf(process))
      const times = process.scheduling.times()
      // These counts hardly move while it sleeps, and cost more: reading them once a batch is enough.
      counts = process.scheduling.counts()
      leftAtNs = times.mainCpuNs
      const laterNs = unaskedNs
      unaskedNs = 0
      return batchOf({ ...timed, cpuNs, before, after: { ...counts, ...times }, othersCpuNs: null }, laterNs)
    },
  }
}

type SeenBatch = Omit<TurnReading, 'hostWaitedNs' | 'arrivedMainCpuNs'>

/** @param laterNs CPU time of the main thread between the batch before and this turn */
function batchOf(
  { durationNs, clockNs, sentNs, receivedNs, cpuNs, before, after, othersCpuNs }: SeenBatch,
  laterNs: number,
): Batch {
  const hostNs = receivedNs - sentNs
  // The readings that fit in a tick give the time of one, badly in a disturbed tick; it lies outside of the batch.
  const readingNs = Math.min(clockNs, Math.max(0, hostNs - durationNs))
  return {
    wallNs: durationNs,
    // Reading a clock that ticks slowly is no cost of the channel.
    hostNs: hostNs - readingNs,
    cpuNs: difference(readingNs, cpuNs),
    // Work that a batch leaves for later is done while another contender has its turn.
    mainCpuNs: difference(readingNs - laterNs, difference(before.mainCpuNs, after.mainCpuNs)),
    mainWaitedNs: difference(before.waitedNs, after.waitedNs),
    audit: auditOf(before, after, cpuNs, othersCpuNs),
    startedNs: sentNs,
    endedNs: receivedNs,
  }
}

/**
 * Returns the batch of each turn that a referee has taken. `leftAtNs` keeps for the next turns the CPU time of each
 * contender's main thread when its last batch had ended.
 */
export function batchesOf(
  turns: readonly Turn[],
  readings: readonly TurnReading[],
  leftAtNs: Map<number, number | null> = new Map(),
): Batch[] {
  return readings.map((reading, index) => {
    const { contender = -1 } = turns[index] ?? {}
    const { arrivedMainCpuNs, after, hostWaitedNs, othersCpuNs } = reading
    const laterNs = difference(leftAtNs.get(contender) ?? null, arrivedMainCpuNs) ?? 0
    leftAtNs.set(contender, after.mainCpuNs)
    return { ...batchOf(reading, laterNs), hostWaitedNs, othersCpuNs }
  })
}

export function contenderOf({ process, isWindow, hasWholeCalls }: Prepared): Contender {
  if (!isWindow) return samplerOf(process)
  return { ...windowSamplerOf(process), ...(hasWholeCalls && { hasWholeCalls }) }
}

/**
 * Returns a process whose case has a loop, and a start and end of its own: what lies outside of them takes time that no
 * clock of the host can separate from theirs, and there is no empty loop of the case.
 */
function windowSamplerOf(process: ContenderProcess): Contender {
  const { runEmpty: _, ...sampler } = samplerOf(process)
  return {
    ...sampler,
    async warm(iterations) {
      const { reply, hostNs } = await process.exchange({ type: 'run', iterations })
      return { wallNs: reply.durationNs, outsideNs: Math.max(0, hostNs - reply.durationNs) }
    },
    run: async iterations => windowOnly(await sampler.run(iterations)),
  }
}

/** Returns a batch of such a case: what else was seen of it is of more than is timed. */
export function windowOnly({ wallNs, audit }: Batch): Batch {
  return { wallNs, hostNs: wallNs, cpuNs: null, ...(audit && { audit }) }
}

/** Returns the CPU time of a process once it sleeps; null where unavailable. */
export function settledCpuOf({ cpuNs }: Pick<ContenderProcess, 'cpuNs'>): number | null {
  return settledCpuNs(cpuNs, () => {
    // A sleep as short as this takes several times as long.
    const until = performance.now() + STILL_MS
    while (performance.now() < until);
  })
}

/**
 * Returns what happened to a process between two readings. While its main thread waits for the core, threads of its own may
 * have it, or those of other contenders, whose collectors go on after their turns: their CPU time is taken out of the wait.
 *
 * @param cpuNs CPU time of the whole process
 * @param othersCpuNs CPU time of the contenders on the same core that wait for their turns
 */
export function auditOf(
  before: Scheduling,
  after: Scheduling,
  cpuNs: number | null,
  othersCpuNs: number | null,
): Audit {
  const mainCpuNs = difference(before.mainCpuNs, after.mainCpuNs)
  const waitedNs = difference(before.waitedNs, after.waitedNs)
  const helpersNs = cpuNs === null || mainCpuNs === null ? 0 : Math.max(0, cpuNs - mainCpuNs)
  const { core } = before
  return {
    waitedNs: waitedNs === null ? null : Math.max(0, waitedNs - helpersNs - (othersCpuNs ?? 0)),
    preemptions: difference(before.preemptions, after.preemptions),
    stolenNs: core === after.core ? difference(before.stolenNs, after.stolenNs) : null,
    moved: core === null || after.core === null ? null : core !== after.core,
  }
}
