import { looksBimodal } from '../checks/bimodality.ts'
import { lacksVariance } from '../descriptive/moments.ts'
import type { Candidate, LaunchState, Reason, Rules } from './decision.ts'

/** From this many launches on, both kinds are averaged over. */
export const LAUNCHES_WHEN_BIMODAL = 20

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

const LARGEST_DRIFTING_SHARE = 0.5

/** The smallest share that is more than an outlier or two, which an interval pays for; as in `looksBimodal`. */
const SMALLEST_NEVER_STEADY_SHARE = 0.2

type UnsteadyShares = Pick<Candidate, 'driftingShare' | 'neverSteadyShare'>

/** Returns the shares of launches in which either contender was unsteady; 0 without launches. */
export function unsteadyShares(states: readonly LaunchState[]): Required<UnsteadyShares> {
  const shareOf = (...some: readonly LaunchState[]) =>
    states.filter(state => some.includes(state)).length / Math.max(1, states.length)
  return { driftingShare: shareOf('drifting', 'never steady'), neverSteadyShare: shareOf('never steady') }
}

/** Returns why the launches' mean allows no verdict; null where enough of them were steady. */
export function unsteadiness({
  driftingShare,
  neverSteadyShare = 0,
}: UnsteadyShares): 'never steady' | 'drifting' | null {
  if (neverSteadyShare >= SMALLEST_NEVER_STEADY_SHARE) return 'never steady'
  return driftingShare > LARGEST_DRIFTING_SHARE ? 'drifting' : null
}
