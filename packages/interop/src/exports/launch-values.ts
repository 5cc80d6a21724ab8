import type { ForeignResultRecord, ResultRecord } from '@steelyard/record'
import { launchMeanNs } from '@steelyard/stats'

export interface LaunchValue {
  /** In all of its batches. */
  readonly iterations: number
  /** Mean nanoseconds per iteration. */
  readonly wallNs: number
  /** Null where the clock was not read, or saw nothing. */
  readonly cpuNs: number | null
}

/**
 * Returns one value for each launch: of Steelyard's own the mean over all samples, of another timer its headline. A
 * launch whose wall clock saw nothing has none. What another tool found counts as one launch, unless its samples are
 * processes of their own.
 */
export function launchValues({ launches, timings, foreign }: ResultRecord): LaunchValue[] {
  if (foreign !== null) return foreignValues(foreign)
  const own = launches.map(({ iterationsPerBatch, wallNs, cpuNs }) => ({
    iterations: iterationsPerBatch * wallNs.length,
    wallNs: launchMeanNs({ wallNs, cpuNs: [] }, 'wall'),
    cpuNs: launchMeanNs({ wallNs, cpuNs: cpuNs ?? [] }, 'cpu'),
  }))
  const others = timings.map(({ iterations, headlineNs }) => ({
    iterations,
    wallNs: headlineNs > 0 ? headlineNs : null,
    cpuNs: null,
  }))
  return [...own, ...others].flatMap(({ wallNs, ...rest }) => (wallNs === null ? [] : [{ wallNs, ...rest }]))
}

function foreignValues({ byProcess, wallNs, cpuNs, samplesNs, cpuSamplesNs }: ForeignResultRecord) {
  return byProcess && samplesNs !== null && samplesNs.length > 0
    ? samplesNs.map((sample, index) => ({
        iterations: 1,
        wallNs: sample,
        cpuNs: cpuSamplesNs?.[index] ?? null,
      }))
    : [{ iterations: 1, wallNs, cpuNs }]
}
