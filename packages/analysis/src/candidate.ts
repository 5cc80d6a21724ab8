import type { MeasuredContender, MeasuredLaunch } from '@steelyard/measure'
import { type ContenderLaunch, contendedSamples, isVoid, type Window, worseState } from '@steelyard/schedule'
import {
  type Candidate,
  type Estimate,
  type LaunchRatio,
  type LaunchSamples,
  launchRatio,
  type Metric,
  ratioFromLogs,
  unsteadyShares,
} from '@steelyard/stats'
import { isRejected } from './rejection.ts'

/** Two contenders that are compared. */
export interface Sides {
  readonly base: MeasuredContender
  readonly head: MeasuredContender
}

/** Two contenders in a launch that they shared. */
export interface LaunchPair {
  readonly head: ContenderLaunch
  readonly base: ContenderLaunch
}

export interface SharedLaunch extends LaunchPair {
  readonly head: MeasuredLaunch
  readonly base: MeasuredLaunch
}

/** Invalid times are not ranked; the pair stays in its family, which was fixed before. */
export function sharedLaunches({ base, head }: Sides): SharedLaunch[] {
  if (isRejected(base) || isRejected(head)) return []
  return head.launches.flatMap(launch => {
    const other = base.launches.find(
      ({ group, launch: number }) => group === launch.group && number === launch.launch,
    )
    return other ? [{ head: launch, base: other }] : []
  })
}

/** Whether stalls of the core leave an estimate without them on both sides. */
export function isSound({ head, base }: Record<keyof LaunchPair, Pick<Window, 'stalls'>>): boolean {
  return !isVoid(head) && !isVoid(base)
}

/** Returns the input of the verdict rules, from every launch that head and base shared. */
export function candidateOf(shared: readonly LaunchPair[], metric: Metric): Candidate {
  const ratios = shared.map(({ head, base }) => launchRatio(head, base, metric))
  const states = shared.map(({ head, base }) => worseState(head, base))
  return {
    logRatios: known(ratios, 'ofSums'),
    medianLogRatios: known(ratios, 'ofMedians'),
    ...unsteadyShares(states),
    states: states.filter((_, launch) => ratios[launch]?.ofSums !== null),
  }
}

/**
 * Returns the ratio over all shared launches without the rounds in which a sample of either side is labelled contended;
 * null where there is no label, or where fewer than two launches are left.
 */
export function uncontendedRatio(shared: readonly LaunchPair[], metric: Metric): Estimate | null {
  const labels = shared.map(({ head, base }) => {
    const [ofHead, ofBase] = [contendedSamples(head), contendedSamples(base)]
    return ofHead.map((label, round) => label === true || ofBase[round] === true)
  })
  if (!labels.flat().includes(true)) return null
  const ratios = shared.map(({ head, base }, launch) => {
    const without = ({ wallNs, cpuNs }: LaunchSamples): LaunchSamples => {
      const isLeft = (_: unknown, round: number) => !labels[launch]?.[round]
      return { wallNs: wallNs.filter(isLeft), cpuNs: cpuNs.filter(isLeft) }
    }
    return launchRatio(without(head), without(base), metric)
  })
  return ratioFromLogs(known(ratios, 'ofSums'))
}

function known(ratios: readonly LaunchRatio[], key: keyof LaunchRatio): number[] {
  return ratios.flatMap(ratio => ratio[key] ?? [])
}
