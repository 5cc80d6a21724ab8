import type {
  CombinedRecord,
  IntervalRecord,
  LikenessRecord,
  MachineFailureRecord,
  MachineNameRecord,
  MachineRatioRecord,
  SessionOfMachineRecord,
} from '@steelyard/record'
import {
  type Combination,
  HOURS_APART_MS,
  LEVEL,
  type Machine,
  type MachineEstimate,
  ratioFromLogs,
  type SessionEstimate,
} from '@steelyard/stats'
import type { Contribution, Measurement } from './contribution.ts'

/** A comparison in a record whose machine is known. */
export interface Found extends Measurement {
  readonly contribution: Contribution
  readonly machine: MachineNameRecord
}

export interface Comparison {
  readonly likeness: LikenessRecord
  /** At least one. */
  readonly found: readonly [Found, ...Found[]]
  readonly machines: readonly ComparedMachine[]
}

export interface ComparedMachine extends MachineNameRecord {
  readonly found: readonly Found[]
  readonly failures: readonly MachineFailureRecord[]
}

export function asMachines({ machines }: Comparison): Machine[] {
  return machines.map(({ cpuId, installation, found }) => ({
    cpuId,
    installation,
    sessions: found.map(({ contribution, logRatios, biasAllowance, fault }) => ({
      ...{ logRatios, biasAllowance },
      startMs: Date.parse(contribution.startedAt),
      isUsable: fault === null,
    })),
  }))
}

export function combinedRecord(
  { likeness, found: [first], machines }: Comparison,
  { conclusion, unseen, between, combined, sessionVariance, ...combination }: Combination,
): CombinedRecord {
  const { suite, base, head, params, metric } = first
  const prediction = between?.prediction ?? null
  return {
    suite,
    case: head.case,
    params,
    base,
    head,
    metric,
    likeness,
    conclusion,
    unseen,
    combined: combined && intervalOf(combined.logRatio, combined),
    tau: between && { ...between.tau, level: LEVEL },
    prediction: prediction && {
      ...endsOf(prediction),
      isApproximate: prediction.isApproximate,
    },
    sessionSd: sessionVariance?.standardDeviation ?? null,
    pValues: combination.pValues,
    adjustedPValues: combination.adjustedPValues,
    machines: combination.machines.map(estimate =>
      machineRecord(
        estimate,
        machines.find(
          ({ cpuId, installation }) => cpuId === estimate.cpuId && installation === estimate.installation,
        ),
      ),
    ),
  }
}

function machineRecord(estimate: MachineEstimate, compared: ComparedMachine | undefined): MachineRatioRecord {
  const { cpuId, installation, isUsed, logRatio, test, sessions } = estimate
  return {
    cpuId,
    installation,
    isUsed,
    ratio: test && logRatio !== null ? intervalOf(logRatio, test) : null,
    mean: logRatio === null ? null : Math.exp(logRatio),
    pValue: test?.pValue ?? null,
    sessions: sessions.map(session => sessionRecord(session, compared?.found ?? [])),
    failures: compared?.failures ?? [],
  }
}

/** The statistics join what began within the same hours, what is usable and what is not apart. */
function sessionRecord(session: SessionEstimate, found: readonly Found[]): SessionOfMachineRecord {
  const { startMs, leftOut } = session
  const joined = found.filter(({ contribution, fault }) => {
    const sinceMs = Date.parse(contribution.startedAt) - startMs
    return sinceMs >= 0 && sinceMs < HOURS_APART_MS && (fault === null) === (leftOut !== 'unusable')
  })
  const [fault = null] = joined.flatMap(each => each.fault ?? [])
  return {
    startedAt: new Date(startMs).toISOString(),
    records: joined.map(({ contribution }) => contribution.record),
    ratio: ratioFromLogs(joined.flatMap(({ logRatios }) => logRatios)),
    leftOut: leftOut === 'unusable' ? fault : leftOut,
  }
}

function intervalOf(center: number, ends: LogEnds): IntervalRecord {
  return { value: Math.exp(center), ...endsOf(ends) }
}

type LogEnds = Pick<IntervalRecord, 'lower' | 'upper'>

function endsOf({ lower, upper }: LogEnds) {
  return { lower: Math.exp(lower), upper: Math.exp(upper), level: LEVEL }
}
