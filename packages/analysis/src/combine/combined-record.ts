import type {
  CombinedRecord,
  IntervalRecord,
  LikenessRecord,
  MachineFailureRecord,
  MachineRatioRecord,
  SessionOfMachineRecord,
  UnidentifiedRecord,
} from '@steelyard/record'
import {
  type Combination,
  HOURS_APART,
  type Machine,
  type MachineEstimate,
  ratioFromLogs,
  type SessionEstimate,
} from '@steelyard/stats'
import type { Contribution, Measurement } from './contribution.ts'

const HOUR_MS = 3_600_000
const NOTHING = { sameDirection: 1, depends: 1, unseen: 1 } as const

/** A comparison in a record. */
export interface Found {
  readonly contribution: Contribution
  readonly measurement: Measurement
}

/** All that there is of one comparison. */
export interface Comparison {
  readonly likeness: LikenessRecord
  readonly found: readonly Found[]
  readonly machines: readonly ComparedMachine[]
  readonly unidentified: readonly UnidentifiedRecord[]
}

/** What one machine has of a comparison. */
export interface ComparedMachine {
  readonly cpuId: string
  readonly installation: string
  readonly found: readonly Found[]
  readonly failures: readonly MachineFailureRecord[]
}

/** Returns what the statistics take. */
export function asMachines({ machines }: Comparison): Machine[] {
  return machines.map(({ cpuId, installation, found }) => ({
    cpuId,
    installation,
    sessions: found.map(({ contribution, measurement }) => ({
      startMs: Date.parse(contribution.startedAt),
      logRatios: measurement.logRatios,
      biasAllowance: measurement.biasAllowance,
      isUsable: measurement.fault === null,
    })),
  }))
}

/** Returns a comparison as it is written; `combination` is null where it has no machine. */
export function combinedRecord(comparison: Comparison, combination: Combination | null): CombinedRecord {
  const { likeness, found, machines, unidentified } = comparison
  const [first] = found
  if (first === undefined) throw new Error('a comparison was found in a record')
  const { suite, base, head, params, metric } = first.measurement
  const { between = null, combined = null, sessionVariance = null } = combination ?? {}
  const prediction = between?.prediction ?? null
  return {
    suite,
    case: head.case,
    params,
    base,
    head,
    metric,
    likeness,
    conclusion: combination?.conclusion ?? { kind: 'inconclusive', reason: 'no usable session' },
    unseen: combination?.unseen ?? null,
    combined: combined && intervalOf(combined.logRatio, combined),
    tau: between?.tau ?? null,
    prediction: prediction && {
      ...prediction,
      lower: Math.exp(prediction.lower),
      upper: Math.exp(prediction.upper),
    },
    sessionSd: sessionVariance?.standardDeviation ?? null,
    pValues: combination?.pValues ?? NOTHING,
    adjustedPValues: combination?.adjustedPValues ?? NOTHING,
    machines: (combination?.machines ?? []).map(estimate =>
      machineRecord(
        estimate,
        machines.find(
          ({ cpuId, installation }) => cpuId === estimate.cpuId && installation === estimate.installation,
        ),
      ),
    ),
    unidentified,
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
  const joined = found.filter(({ contribution, measurement }) => {
    const sinceMs = Date.parse(contribution.startedAt) - startMs
    const isUsable = measurement.fault === null
    return sinceMs >= 0 && sinceMs < HOURS_APART * HOUR_MS && isUsable === (leftOut !== 'unusable')
  })
  const [fault = null] = joined.flatMap(({ measurement }) => measurement.fault ?? [])
  return {
    startedAt: new Date(startMs).toISOString(),
    records: joined.map(({ contribution }) => contribution.record),
    ratio: ratioFromLogs(joined.flatMap(({ measurement }) => measurement.logRatios)),
    leftOut: leftOut === 'unusable' ? fault : leftOut,
  }
}

function intervalOf(center: number, { lower, upper, level }: Omit<IntervalRecord, 'value'>): IntervalRecord {
  return { value: Math.exp(center), lower: Math.exp(lower), upper: Math.exp(upper), level }
}
