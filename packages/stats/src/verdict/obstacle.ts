import { looksBimodal } from '../checks/bimodality.ts'
import { unsteadiness } from '../checks/unsteadiness.ts'
import { lacksVariance } from '../descriptive/zero-variance.ts'
import type { Candidate, Reason, Rules } from './decision.ts'

const LAUNCHES_WHEN_BIMODAL = 20

/** Returns the obstacle to a verdict that no estimate can remove, or null. Two kinds of launches are one for `same`. */
export function obstacleTo(candidate: Candidate, { minimumLaunches }: Rules): Reason | null {
  const launches = candidate.logRatios.length
  if (launches >= 2 && lacksVariance(candidate.logRatios)) return 'zero variance'
  if (launches < minimumLaunches) return 'too few launches'
  if (candidate.controlFailed) return 'control failed'
  const unsteady = unsteadiness(candidate)
  if (unsteady !== null) return unsteady
  return hasTwoKinds(candidate.logRatios) ? 'bimodal' : null
}

/** Whether launches look like two kinds, and are too few to average over both. */
export function hasTwoKinds(logRatios: readonly number[]): boolean {
  return logRatios.length < LAUNCHES_WHEN_BIMODAL && looksBimodal(logRatios)
}
