import { mean, standardDeviation, sum } from '../descriptive/moments.ts'

export interface UsedSession {
  readonly logRatio: number
  /** Over its launches; greater than 0. */
  readonly standardError: number
  readonly launches: number
}

/** How far the sessions of one machine lie apart, over all machines that have several. */
export interface SessionVariance {
  /** Standard deviation of sessions beyond what their launches explain, in log ratio: 0 or more. */
  readonly standardDeviation: number
  /** Mean square between the sessions of a machine, in log ratio squared: their launches' share included. */
  readonly meanSquare: number
  /** What the launches explain of `meanSquare`, in log ratio squared. */
  readonly ofLaunches: number
  /** Sessions less machines, of the machines that have several: 1 or more. */
  readonly df: number
}

/**
 * Returns the variance between sessions, pooled over machines (one-way analysis of variance, as in Kalibera and Jones
 * 2013); null where no machine has two sessions: then an effect of the machine is not separable from one of the hour.
 */
export function sessionVariance(machines: readonly (readonly UsedSession[])[]): SessionVariance | null {
  const several = machines.filter(sessions => sessions.length >= 2)
  const df = sum(several.map(sessions => sessions.length - 1))
  if (df === 0) return null
  const weighted = (of: (sessions: readonly UsedSession[]) => number) =>
    sum(several.map(sessions => (sessions.length - 1) * of(sessions))) / df
  const meanSquare = weighted(sessions => standardDeviation(sessions.map(({ logRatio }) => logRatio)) ** 2)
  const ofLaunches = weighted(launchVariance)
  const excess = Math.max(0, meanSquare - ofLaunches)
  return { standardDeviation: Math.sqrt(excess), meanSquare, ofLaunches, df }
}

/**
 * Returns the standard error (log ratio, above 0) of a machine's mean over sessions, each counting the same, with its df, ≥ 1.
 *
 * The variance of one session is the pooled mean square, never less than what the launches explain of it: a session
 * variance that came out low by chance must not make the answer surer than its launches. To it comes what this
 * machine's launches vary beyond those of the machines pooled. Both have their own degrees of freedom (Satterthwaite
 * 1946). For machines alike this is the t test of a nested design, exact on normal noise.
 */
export function machineError(sessions: readonly UsedSession[], pooled: SessionVariance) {
  const shared = Math.max(pooled.meanSquare, pooled.ofLaunches)
  const own = Math.max(0, launchVariance(sessions) - pooled.ofLaunches)
  const ownDf = sum(sessions.map(({ launches }) => launches - 1))
  const df = (shared + own) ** 2 / (shared ** 2 / pooled.df + own ** 2 / ownDf)
  return { standardError: Math.sqrt((shared + own) / sessions.length), df: Math.max(1, df) }
}

/** What the launches of a machine explain of the variance of one of its sessions. */
function launchVariance(sessions: readonly UsedSession[]): number {
  return mean(sessions.map(session => session.standardError ** 2))
}
