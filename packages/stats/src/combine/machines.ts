import { mean } from '../descriptive/moments.ts'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import { LEVEL } from '../intervals/estimate.ts'
import { intervalNullPValue } from '../verdict/interval-null-test.ts'
import { machineError, type SessionVariance, sessionVariance, type UsedSession } from './session-variance.ts'
import { estimateSessions, type Session, type SessionEstimate } from './sessions.ts'

/** Where a comparison was measured. */
export interface Machine {
  /** Names what dispatch depends on: machines of one `cpuId` run the same machine code. */
  readonly cpuId: string
  /** The random id of the installation, so that one machine three times is not three machines. */
  readonly installation: string
  readonly sessions: readonly Session[]
}

/** The test of one machine; log ratios. */
export interface MachineTest {
  /** Standard error of the mean over sessions, the variance between sessions included; greater than 0. */
  readonly standardError: number
  /** Degrees of freedom of the standard error, 1 or more and not necessarily whole. */
  readonly df: number
  /** Ends of the plain Student t interval, not widened by the allowance. */
  readonly lower: number
  readonly upper: number
  /** Two-sided, against an effect within the allowance. */
  readonly pValue: number
  /** One-sided, against an effect of at most +β. */
  readonly slowerPValue: number
  /** One-sided, against an effect of at least −β. */
  readonly fasterPValue: number
}

export type MachineName = Pick<Machine, 'cpuId' | 'installation'>

/** Estimates of a comparison on one machine; log ratios, below 0 head takes less time. */
export interface MachineEstimate extends MachineName {
  /** In order of time, with those that are left out. */
  readonly sessions: readonly SessionEstimate[]
  /** Mean over the sessions that count, over all where none does; null without a launch. */
  readonly logRatio: number | null
  /** Mean of log(1 + β) over the same sessions; 0 without a launch. */
  readonly allowance: number
  /** Whether a session counts; else the estimate is shown and not used. */
  readonly isUsed: boolean
  /** Null if the machine is not used, or where the variance between sessions is not known. */
  readonly test: MachineTest | null
}

/**
 * Returns what each machine says, by `cpuId` and then by installation: entries of the same two are one. The variance between
 * sessions is null where no machine has two that are hours apart. RangeError as `estimateSessions`.
 */
export function estimateMachines(machines: readonly Machine[]) {
  const estimated = merged(machines).map(machine => ({
    ...machine,
    sessions: estimateSessions(machine.sessions),
  }))
  const pooled = sessionVariance(estimated.map(({ sessions }) => usedOf(sessions)))
  return {
    machines: estimated.map(({ cpuId, installation, sessions }): MachineEstimate => {
      const used = usedOf(sessions)
      const counting = used.length > 0 ? sessions.filter(({ leftOut }) => leftOut === null) : sessions
      const logRatio = counting.length > 0 ? mean(counting.map(session => session.logRatio)) : null
      const allowance = counting.length > 0 ? mean(counting.map(session => session.allowance)) : 0
      const test = pooled !== null && used.length > 0 ? testOf(used, pooled, allowance) : null
      return { cpuId, installation, sessions, logRatio, allowance, isUsed: used.length > 0, test }
    }),
    sessionVariance: pooled,
  }
}

function merged(machines: readonly Machine[]): Machine[] {
  const groups = Map.groupBy(machines, ({ cpuId, installation }) => JSON.stringify([cpuId, installation]))
  return [...groups.entries()]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, same]) => {
      const [first] = same
      return first ? [{ ...first, sessions: same.flatMap(({ sessions }) => sessions) }] : []
    })
}

function usedOf(sessions: readonly SessionEstimate[]): UsedSession[] {
  return sessions.flatMap(({ logRatio, standardError, launches, leftOut }) =>
    leftOut === null && standardError !== null ? [{ logRatio, standardError, launches }] : [],
  )
}

function testOf(sessions: readonly UsedSession[], pooled: SessionVariance, allowance: number): MachineTest {
  const logRatio = mean(sessions.map(session => session.logRatio))
  const { standardError, df } = machineError(sessions, pooled)
  const reach = studentQuantile((1 + LEVEL) / 2, df) * standardError
  return {
    standardError,
    df,
    lower: logRatio - reach,
    upper: logRatio + reach,
    pValue: intervalNullPValue({ mean: logRatio, standardError, df, allowance }),
    slowerPValue: studentCdf((allowance - logRatio) / standardError, df),
    fasterPValue: studentCdf((allowance + logRatio) / standardError, df),
  }
}
