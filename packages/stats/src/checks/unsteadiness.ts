const LARGEST_DRIFTING_SHARE = 0.5

/** The smallest share that is more than an outlier or two, which an interval pays for; as in `looksBimodal`. */
const SMALLEST_NEVER_STEADY_SHARE = 0.2

/** Shares of launches, 0 to 1. */
export interface UnsteadyShares {
  /** Drifting or never steady. */
  readonly driftingShare: number
  /** None if absent. */
  readonly neverSteadyShare?: number
}

/** Returns why the launches' mean allows no verdict; null where enough of them were steady. */
export function unsteadiness({
  driftingShare,
  neverSteadyShare = 0,
}: UnsteadyShares): 'never steady' | 'drifting' | null {
  if (neverSteadyShare >= SMALLEST_NEVER_STEADY_SHARE) return 'never steady'
  return driftingShare > LARGEST_DRIFTING_SHARE ? 'drifting' : null
}
