import { type LaunchNoise, type Metric, pairNoise, varianceComponents } from '@steelyard/stats'
import type { ContenderLaunch, Window } from '../launch/window.ts'
import { usefulTimedNs } from './allocation.ts'
import { EXPECTED_OVERHEAD_NS, FIRST_TIMED_NS, overheadOf, type Pacing, pacingFor } from './pacing.ts'

export interface PacerOptions {
  /** Contenders of each group. */
  readonly groupSizes: readonly number[]
  /** Launches of each group that the time is shared out for. */
  readonly launches: number
  readonly timeNs: number
  /** The clock whose noise is looked at. */
  readonly metric: Metric
  /** Nanoseconds since some fixed moment. */
  readonly now: () => number
}

/** Before so many nothing is concluded from the noise of a group's launches; a quick run has no more. */
const PILOT_LAUNCHES = 5

interface PacedGroup {
  readonly size: number
  /** Per pair, what each launch told. */
  readonly noise: LaunchNoise[][]
  launches: number
  timedNs: number
  samples: number
  launchNs: number
  contenders: number
}

/**
 * Plans each launch by what is left of the time, what the launches before it took, and where their noise lives: so
 * that every group has its launches in the end, and the rest of the time is spent where it narrows the intervals most.
 * What head is to base never counts.
 */
export class Pacer {
  readonly #options: PacerOptions
  readonly #groups: readonly PacedGroup[]
  readonly #beganNs: number

  constructor(options: PacerOptions) {
    this.#options = options
    this.#groups = options.groupSizes.map(size => ({
      size,
      noise: Array.from({ length: Math.max(0, size - 1) }, () => []),
      launches: 0,
      timedNs: 0,
      samples: 0,
      launchNs: 0,
      contenders: 0,
    }))
    this.#beganNs = options.now()
  }

  /** Returns how the next launch of a group is paced. */
  next(group: number, batchNs: number): Pacing {
    const { launches, timeNs, now } = this.#options
    const left = this.#groups.map(({ size, launches: had }, index) => {
      // The launch that is asked for has to be paid for too.
      return size * Math.max(launches - had, index === group ? 1 : 0)
    })
    const contenderLaunches = left.reduce((sum, count) => sum + count, 0)
    const overheadsNs = left.reduce((sum, count, index) => sum + count * this.#overheadNs(index), 0)
    return pacingFor(
      {
        timeNs: Math.max(timeNs - (now() - this.#beganNs), 0),
        contenderLaunches,
        overheadNs: contenderLaunches > 0 ? overheadsNs / contenderLaunches : 0,
        ownOverheadNs: this.#overheadNs(group),
      },
      batchNs,
      this.#usefulNs(group),
    )
  }

  /** Takes note of a launch that has ended. */
  launched(group: number, launches: readonly ContenderLaunch[], launchNs: number): void {
    const timedNs = launches.reduce((sum, launch) => sum + timedNsOf(launch), 0)
    const paced = this.#groups[group]
    if (!paced) throw new RangeError(`no group ${group}`)
    paced.launchNs += launchNs
    paced.contenders += launches.length
    paced.launches++
    paced.timedNs += timedNs
    paced.samples += launches.reduce((sum, { wallNs }) => sum + wallNs.length, 0)
    const [base, ...heads] = launches
    // Where a contender was lost, nobody is where it was.
    if (!base || launches.length !== paced.size) return
    for (const [pair, head] of heads.entries()) {
      const noise = pairNoise(head, base, this.#options.metric)
      if (noise !== null) paced.noise[pair]?.push(noise)
    }
  }

  /** What a contender of a group takes beside its timed batches; of all groups while the group has not shown it. */
  #overheadNs(group: number): number {
    const own = this.#groups[group]
    const known = own && own.contenders > 0 ? [own] : this.#groups
    const sum = (of: (paced: PacedGroup) => number) => known.reduce((total, paced) => total + of(paced), 0)
    const contenders = sum(paced => paced.contenders)
    if (contenders === 0) return EXPECTED_OVERHEAD_NS
    return overheadOf(
      sum(paced => paced.launchNs),
      contenders,
      sum(paced => paced.timedNs),
    )
  }

  #usefulNs(group: number): number {
    const { noise, timedNs = 0, samples = 1 } = this.#groups[group] ?? {}
    const known = noise?.filter(launches => launches.length >= PILOT_LAUNCHES) ?? []
    const components = known.flatMap(launches => varianceComponents(launches) ?? [])
    if (components.length === 0) return FIRST_TIMED_NS
    return usefulTimedNs({ components, roundNs: timedNs / samples, overheadNs: this.#overheadNs(group) })
  }
}

/** Returns the time of all timed batches of a window. */
export function timedNsOf({
  wallNs,
  iterationsPerBatch,
}: Pick<Window, 'wallNs' | 'iterationsPerBatch'>): number {
  return wallNs.reduce((sum, ns) => sum + ns, 0) * iterationsPerBatch
}
