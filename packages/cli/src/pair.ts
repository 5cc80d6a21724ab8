import type { ContenderLaunch } from '@steelyard/conductor'
import { logRatioOfSums, medianLogRatio } from '@steelyard/stats'

export type Metric = 'wall' | 'cpu'

/** How head stands to base in one launch that they shared, in log; null where a clock saw nothing. */
export interface LaunchRatio {
  readonly ofSums: number | null
  readonly ofMedians: number | null
}

/** Returns the ratios of one shared launch on one clock. A round that lacks a reading of either side is left out. */
export function launchRatio(head: ContenderLaunch, base: ContenderLaunch, metric: Metric): LaunchRatio {
  const [headNs, baseNs] = [samples(head, metric), samples(base, metric)]
  const complete = headNs.flatMap((headSample, round) => {
    const baseSample = baseNs[round]
    return headSample === null || baseSample === null || baseSample === undefined
      ? []
      : [[headSample, baseSample] as const]
  })
  const [heads, bases] = [complete.map(([sample]) => sample), complete.map(([, sample]) => sample)]
  return { ofSums: logRatioOfSums(heads, bases), ofMedians: medianLogRatio(heads, bases) }
}

/** Returns the mean nanoseconds per iteration of a launch, or null when a clock saw nothing. */
export function launchMeanNs(launch: ContenderLaunch, metric: Metric): number | null {
  const known = samples(launch, metric).flatMap(sample => sample ?? [])
  const sum = known.reduce((total, sample) => total + sample, 0)
  return sum > 0 ? sum / known.length : null
}

function samples(launch: ContenderLaunch, metric: Metric): readonly (number | null)[] {
  return metric === 'wall' ? launch.wallNs : launch.cpuNs
}
