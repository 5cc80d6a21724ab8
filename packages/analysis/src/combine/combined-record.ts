import type {
  CombinedRecord,
  IntervalRecord,
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

interface OnMachine {
  readonly machine: MachineNameRecord
}

/** A comparison in a record whose machine is known. */
export interface Found extends Measurement, OnMachine {
  readonly contribution: Contribution
}

export interface Comparison {
  /** At least one. */
  readonly found: readonly [Found, ...Found[]]
  /** Where a side failed. */
  readonly failures: readonly (MachineFailureRecord & OnMachine)[]
}

/** Returns the machines of what was found and of what failed; the statistics join those of one name. */
export function asMachines({ found, failures }: Comparison): Machine[] {
  return [
    ...found.map(({ machine, contribution, logRatios, biasAllowance, fault }) => {
      const startMs = Date.parse(contribution.startedAt)
      return { ...machine, sessions: [{ logRatios, biasAllowance, startMs, isUsable: fault === null }] }
    }),
    ...failures.map(({ machine }) => ({ ...machine, sessions: [] })),
  ]
}

export function combinedRecord(
  comparison: Comparison,
  { conclusion, unseen, between, combined, sessionVariance, ...combination }: Combination,
): CombinedRecord {
  const [{ suite, base, head, params, metric, likeness }] = comparison.found
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
    machines: combination.machines.map(estimate => machineRecord(estimate, comparison)),
  }
}

function machineRecord(estimate: MachineEstimate, { found, failures }: Comparison): MachineRatioRecord {
  const { cpuId, installation, isUsed, logRatio, test, sessions } = estimate
  const isHere = ({ machine }: OnMachine) => machineKey(machine) === machineKey(estimate)
  const foundHere = found.filter(isHere)
  return {
    cpuId,
    installation,
    isUsed,
    ratio: test && logRatio !== null ? intervalOf(logRatio, test) : null,
    mean: logRatio === null ? null : Math.exp(logRatio),
    pValue: test?.pValue ?? null,
    sessions: sessions.map(session => sessionRecord(session, foundHere)),
    failures: failures.filter(isHere).map(({ record, error }) => ({ record, error })),
  }
}

export function machineKey({ cpuId, installation }: MachineNameRecord): string {
  return JSON.stringify([cpuId, installation])
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
