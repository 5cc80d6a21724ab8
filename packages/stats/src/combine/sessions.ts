import { checkBetween, checkFinite } from '../descriptive/check-number.ts'
import { lacksVariance, mean, standardError, sum } from '../descriptive/moments.ts'

/** Hours between the beginnings of sessions after which each meets the machine in a state of its own. */
export const HOURS_APART = 2
export const HOURS_APART_MS: number = HOURS_APART * 3_600_000

/** What one command measured of one comparison on one machine. */
export interface Session {
  /** When it began, in milliseconds since 1970. */
  readonly startMs: number
  /** log(head ÷ base), one per launch; finite. */
  readonly logRatios: readonly number[]
  /** β, the largest difference that the machine showed between equals then, 0 or more: 0.002 is a ratio of 1.002. */
  readonly biasAllowance: number
  /**
   * Whether the numbers may be used: false for a preview, a run that was ended early, one whose control failed or
   * whose contenders kept changing speed. A session is never left out for what it found.
   */
  readonly isUsable: boolean
}

/** An estimate from the sessions of a machine that began within the same hours. */
export interface SessionEstimate {
  /** When the first of them began. */
  readonly startMs: number
  /** Mean over the launches. */
  readonly logRatio: number
  /** Over the launches, the session's own error alone: 0 or more; null under two launches. */
  readonly standardError: number | null
  readonly launches: number
  /** Mean of log(1 + β) over the launches. */
  readonly allowance: number
  /** Null where it counts; else why it is shown alone. */
  readonly leftOut: LeftOut | null
}

/** Why a session is shown and not used. */
export type LeftOut =
  | 'unusable'
  /** Under two launches: its own error is not known. */
  | 'too few launches'
  /** All launches agree to the last digit: the clock was too coarse. */
  | 'zero variance'

/**
 * Returns the sessions of one machine by time. Those that begin within `HOURS_APART` of one another count as one, all
 * their launches together: a run cut into pieces shows no more about the hour than a whole one. Usable sessions never join
 * others. RangeError if a log ratio or a time is not finite or an allowance is negative.
 */
export function estimateSessions(sessions: readonly Session[]): SessionEstimate[] {
  sessions.forEach(checkSession)
  return [true, false]
    .flatMap(isUsable => groupByHour(sessions.filter(session => session.isUsable === isUsable)))
    .map(estimateOf)
    .toSorted((left, right) => left.startMs - right.startMs)
}

function checkSession({ startMs, logRatios, biasAllowance }: Session): void {
  checkFinite('the start of a session', [startMs])
  checkFinite('log ratios', logRatios)
  checkBetween('the bias allowance', biasAllowance, 0, Number.MAX_VALUE)
}

function groupByHour(sessions: readonly Session[]): Session[][] {
  const groups: Session[][] = []
  let untilMs = Number.NEGATIVE_INFINITY
  for (const session of sessions.filter(({ logRatios }) => logRatios.length > 0).toSorted(inOrder)) {
    if (session.startMs >= untilMs) {
      groups.push([])
      untilMs = session.startMs + HOURS_APART_MS
    }
    groups.at(-1)?.push(session)
  }
  return groups
}

/** Sorts by time, then by content, so that the given order changes no digit. */
function inOrder(left: Session, right: Session): number {
  return left.startMs - right.startMs || mean(left.logRatios) - mean(right.logRatios)
}

function estimateOf(sessions: readonly Session[]): SessionEstimate {
  const logRatios = sessions.flatMap(session => session.logRatios)
  return {
    startMs: Math.min(...sessions.map(({ startMs }) => startMs)),
    logRatio: mean(logRatios),
    standardError: logRatios.length < 2 ? null : standardError(logRatios),
    launches: logRatios.length,
    allowance: sum(
      sessions.map(one => (one.logRatios.length / logRatios.length) * Math.log1p(one.biasAllowance)),
    ),
    leftOut: leftOutOf(sessions, logRatios),
  }
}

function leftOutOf(sessions: readonly Session[], logRatios: readonly number[]): LeftOut | null {
  if (!sessions.every(({ isUsable }) => isUsable)) return 'unusable'
  if (logRatios.length < 2) return 'too few launches'
  return lacksVariance(logRatios) ? 'zero variance' : null
}
