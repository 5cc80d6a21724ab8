import {
  type Candidate,
  type Estimate,
  type LaunchNoise,
  launchNoise,
  logRatioOfSums,
  medianLogRatio,
  ratioFromLogs,
} from '@steelyard/stats'
import { contendedSamples } from '../launch/contended.ts'
import type { ContenderLaunch, Steadiness, Window } from '../launch/window.ts'

export type Metric = 'wall' | 'cpu'

/** How head stands to base in one launch that they shared, in log; null where a clock saw nothing. */
export interface LaunchRatio {
  readonly ofSums: number | null
  readonly ofMedians: number | null
}

/** Two contenders in a launch that they shared. */
export interface LaunchPair {
  readonly head: ContenderLaunch
  readonly base: ContenderLaunch
}

type Samples = Pick<Window, 'wallNs' | 'cpuNs'>

/** Returns what the rules of the verdicts look at, from every launch that head and base shared. */
export function candidateOf(shared: readonly LaunchPair[], metric: Metric): Candidate {
  const ratios = shared.map(({ head, base }) => launchRatio(head, base, metric))
  const shareOf = (states: readonly Steadiness[]) => {
    const found = shared.filter(({ head, base }) =>
      [head, base].some(({ warmup }) => states.includes(warmup.state)),
    )
    return shared.length === 0 ? 0 : found.length / shared.length
  }
  return {
    logRatios: known(ratios, 'ofSums'),
    medianLogRatios: known(ratios, 'ofMedians'),
    driftingShare: shareOf(['drifting', 'never steady']),
    neverSteadyShare: shareOf(['never steady']),
  }
}

/** Returns the ratios of one shared launch on one clock. A round that lacks a reading of either side is left out. */
export function launchRatio(head: Samples, base: Samples, metric: Metric): LaunchRatio {
  const { headNs, baseNs } = completeRounds(head, base, metric)
  return { ofSums: logRatioOfSums(headNs, baseNs), ofMedians: medianLogRatio(headNs, baseNs) }
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
    const without = ({ wallNs, cpuNs }: Samples): Samples => {
      const isLeft = (_: unknown, round: number) => !labels[launch]?.[round]
      return { wallNs: wallNs.filter(isLeft), cpuNs: cpuNs.filter(isLeft) }
    }
    return launchRatio(without(head), without(base), metric)
  })
  return ratioFromLogs(known(ratios, 'ofSums'))
}

/** Returns what one shared launch tells of the noise within it, from the rounds that `launchRatio` looks at. */
export function pairNoise(head: Samples, base: Samples, metric: Metric): LaunchNoise | null {
  const { headNs, baseNs } = completeRounds(head, base, metric)
  return launchNoise(headNs, baseNs)
}

/** Returns the mean nanoseconds per iteration of a launch, or null when a clock saw nothing. */
export function launchMeanNs(launch: Samples, metric: Metric): number | null {
  const present = samples(launch, metric).flatMap(sample => sample ?? [])
  const sum = present.reduce((total, sample) => total + sample, 0)
  return sum > 0 ? sum / present.length : null
}

function completeRounds(head: Samples, base: Samples, metric: Metric) {
  const [headNs, baseNs] = [samples(head, metric), samples(base, metric)]
  const complete = headNs.flatMap((headSample, round) => {
    const baseSample = baseNs[round]
    return headSample === null || baseSample === null || baseSample === undefined
      ? []
      : [[headSample, baseSample] as const]
  })
  return { headNs: complete.map(([sample]) => sample), baseNs: complete.map(([, sample]) => sample) }
}

function samples(launch: Samples, metric: Metric): readonly (number | null)[] {
  return metric === 'wall' ? launch.wallNs : launch.cpuNs
}

function known(ratios: readonly LaunchRatio[], key: keyof LaunchRatio): number[] {
  return ratios.flatMap(ratio => ratio[key] ?? [])
}
