import type { ContenderLaunch, Window } from './conduct-launch.ts'
import { EXPECTED_OVERHEAD_NS, overheadOf, type Pacing, pacingFor } from './pacing.ts'

export interface PacerOptions {
  /** Contenders of each group. */
  readonly groupSizes: readonly number[]
  /** Launches of each group that the time is shared out for. */
  readonly launches: number
  readonly timeNs: number
  /** Nanoseconds since some fixed moment. */
  readonly now: () => number
}

/**
 * Plans each launch by what is left of the time and what the launches before it took, so that every group has its
 * launches in the end. A launch is never longer than the first was planned.
 */
export class Pacer {
  readonly #options: PacerOptions
  readonly #launched: number[]
  readonly #beganNs: number
  #firstTimedNs: number | null = null
  #launchNs = 0
  #timedNs = 0
  #contenders = 0

  constructor(options: PacerOptions) {
    this.#options = options
    this.#launched = options.groupSizes.map(() => 0)
    this.#beganNs = options.now()
  }

  /** Returns how the next launch is paced. */
  next(batchNs: number): Pacing {
    const { groupSizes, launches, timeNs, now } = this.#options
    const wanted = groupSizes.map(
      (size, group) => size * Math.max(launches - (this.#launched[group] ?? 0), 0),
    )
    const pacing = pacingFor(
      {
        timeNs: Math.max(timeNs - (now() - this.#beganNs), 0),
        contenderLaunches: wanted.reduce((sum, count) => sum + count, 0),
        overheadNs:
          this.#contenders > 0
            ? overheadOf(this.#launchNs, this.#contenders, this.#timedNs)
            : EXPECTED_OVERHEAD_NS,
      },
      batchNs,
    )
    this.#firstTimedNs ??= pacing.timedNs
    return { ...pacing, timedNs: Math.min(pacing.timedNs, this.#firstTimedNs) }
  }

  /** Takes note of a launch that has ended. */
  launched(group: number, launches: readonly ContenderLaunch[], launchNs: number): void {
    this.#launched[group] = (this.#launched[group] ?? 0) + 1
    this.#launchNs += launchNs
    this.#timedNs += launches.reduce((sum, launch) => sum + timedNsOf(launch), 0)
    this.#contenders += launches.length
  }
}

/** Returns the time of all timed batches of a window. */
export function timedNsOf({
  wallNs,
  iterationsPerBatch,
}: Pick<Window, 'wallNs' | 'iterationsPerBatch'>): number {
  return wallNs.reduce((sum, ns) => sum + ns, 0) * iterationsPerBatch
}
