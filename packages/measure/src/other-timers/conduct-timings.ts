import type { Progress, RunEnd } from '@steelyard/schedule'
import type { Random } from '@steelyard/stats'

export interface TimingSchedule {
  /** How many contenders and timers there are to launch, each pair of them alone. */
  readonly slots: number
  /** Launches of each. */
  readonly launches: number
  readonly timeNs: number
  readonly random: Random
  /** Nanoseconds since some fixed moment. */
  readonly now: () => number
  /**
   * Launches one slot, in about the time given to it. Returns what its next launch takes at the least, in nanoseconds;
   * null when it can give nothing more.
   *
   * @param launch number of this slot's launch, from 0
   * @param shareNs what is left of the time, shared out over the launches that are left
   */
  readonly launch: (slot: number, launch: number, shareNs: number) => Promise<number | null>
  /** Called before each launch. */
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/**
 * Launches all slots in random order, again and again, so that slow changes of the machine affect all alike. Every slot
 * has as many launches as asked for, unless the time is up before. Results never influence when it stops.
 */
export async function conductTimings(schedule: TimingSchedule): Promise<RunEnd> {
  const { timeNs, random, now, signal } = schedule
  const startNs = now()
  let open = Array.from({ length: schedule.slots }, (_, slot) => slot)
  const neededNs = open.map(() => 0)
  let launchesDone = 0
  for (let launch = 0; launch < schedule.launches; launch++) {
    const sweep = random.shuffle(open)
    for (const [position, slot] of sweep.entries()) {
      if (signal?.aborted) return 'aborted'
      const elapsedNs = now() - startNs
      const leftNs = timeNs - elapsedNs
      // The first ones are always made.
      if (launch > 0 && (neededNs[slot] ?? 0) > leftNs) return 'time'
      const launchesLeft = sweep.length - position + open.length * (schedule.launches - launch - 1)
      schedule.onProgress?.({
        launchesDone,
        launchesExpected: launchesDone + launchesLeft,
        elapsedNs,
        remainingNs: Math.max(0, leftNs),
      })
      const nextNs = await schedule.launch(slot, launch, Math.max(0, leftNs) / launchesLeft)
      neededNs[slot] = nextNs ?? 0
      launchesDone++
      if (nextNs === null) open = open.filter(other => other !== slot)
    }
  }
  return 'precision'
}
