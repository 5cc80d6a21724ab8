import { type LaunchNoise, type Metric, pairNoise, varianceComponents } from '@steelyard/stats'
import { outsideOfTurnNs } from '../launch/turn-time.ts'
import type { ContenderLaunch, Window } from '../launch/window.ts'
import { usefulTimedNs } from './allocation.ts'
import { EXPECTED_OVERHEAD_NS, FIRST_TIMED_NS, overheadOf, type Pacing, pacingFor } from './pacing.ts'

export interface PacerOptions {
  /** Contenders of each group. */
  readonly groupSizes: readonly number[]
  /** Launches of each group that the time is divided over. */
  readonly launches: number
  readonly timeNs: number
  /** The clock whose noise decides. */
  readonly metric: Metric
  /** Nanoseconds since some fixed moment. */
  readonly now: () => number
}

/** The noise of fewer launches of a group decides nothing; a preview has no more. */
const PILOT_LAUNCHES = 5

interface PacedGroup {
  readonly size: number
  /** Per pair, the noise of each launch. */
  readonly noise: LaunchNoise[][]
  launches: number
  timedNs: number
  samples: number
  launchNs: number
  contenders: number
}

/**
 * Plans each launch by the time left, the time of earlier launches and the components of their noise. Every group gets
 * its launches, and the rest of the time goes where it narrows the intervals most. The ratio of head to base never
 * counts.
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

  /** Returns the pacing of a group's next launch. */
  next(group: number, batchNs: number): Pacing {
    const { launches, timeNs, now } = this.#options
    const left = this.#groups.map(({ size, launches: had }, index) => {
      // The launch being planned counts too.
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

  /** Adds a launch that has ended. */
  launched(group: number, launches: readonly ContenderLaunch[], launchNs: number): void {
    const timedNs = launches.reduce((sum, launch) => sum + turnsNsOf(launch), 0)
    const paced = this.#groups[group]
    if (!paced) throw new RangeError(`no group ${group}`)
    paced.launchNs += launchNs
    paced.contenders += launches.length
    paced.launches++
    paced.timedNs += timedNs
    paced.samples += launches.reduce((sum, { wallNs }) => sum + wallNs.length, 0)
    const [base, ...heads] = launches
    // After a loss the positions of contenders have moved.
    if (!base || launches.length !== paced.size) return
    for (const [pair, head] of heads.entries()) {
      const noise = pairNoise(head, base, this.#options.metric)
      if (noise !== null) paced.noise[pair]?.push(noise)
    }
  }

  /** Time of a contender's launch outside of timed batches; of all groups before the first launch of its own. */
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

/** Returns the same, and what the turns of a case with a loop of its own took beside. */
function turnsNsOf(launch: ContenderLaunch): number {
  return timedNsOf(launch) + launch.wallNs.length * outsideOfTurnNs(launch.warmup)
}

/** Returns the time of all timed batches of a window, in nanoseconds. */
export function timedNsOf({
  wallNs,
  iterationsPerBatch,
}: Pick<Window, 'wallNs' | 'iterationsPerBatch'>): number {
  return wallNs.reduce((sum, ns) => sum + ns, 0) * iterationsPerBatch
}
