import type { Loss } from '@steelyard/launcher'
import type {
  ContenderPlan,
  LostLaunch,
  MeasuredContender,
  MeasuredLaunch,
  MeasuredSuite,
  MeasuredUsage,
  SuitePlan,
} from '@steelyard/measure'
import {
  type AuditRecord,
  BLANK_RESULT,
  type CoreSharingRecord,
  type EstimateRecord,
  type LaunchRecord,
  type LostLaunchRecord,
  type ResultError,
  type ResultRecord,
  type ResultWarning,
  type UsageCountsRecord,
  type UsageRecord,
  type WindowRecord,
  warningRecord,
} from '@steelyard/record'
import { contendedSamples, type LateChange, type Steadiness, type Window } from '@steelyard/schedule'
import {
  estimateFromLaunches,
  launchMeanNs,
  type Metric,
  meanOfLaunches,
  median,
  sum,
} from '@steelyard/stats'
import { allocationsOf, allocationWarnings } from './allocations.ts'
import { deadCodeOf, deadCodeWarnings } from './dead-code.ts'
import { clockWarnings, rejectionOf } from './rejection.ts'
import { serverRecordOf, serverWarningsOf } from './server-results.ts'
import { startRecordOf, uploadWarningsOf } from './start-results.ts'

/** A contender on its core alone uses about as much CPU time as wall time; below this something else ran there. */
const CONTENDED_SHARE = 0.9

/** Share of the launches. */
const LARGE_SHARE_BIMODAL = 0.2

/** Share of the samples; an idle machine has a few. */
const LARGE_CONTENDED_SHARE = 0.1

/** Share of the launches; fewer is the ordinary course of late optimisation. */
const LARGE_SHARE_REPEATED = 0.25

/** Returns a result for every contender of a suite, measured or not, in the plan's order. */
export function resultsOf(
  suite: string,
  plan: SuitePlan,
  { contenders, windowNs }: Pick<MeasuredSuite, 'contenders' | 'windowNs'>,
  targetIds: readonly string[],
): ResultRecord[] {
  const nameOf = (one: ContenderPlan) => `${suite}/${one.caseId} on ${targetIds[one.target]}`
  // Contenders of a launch share one object, which the first result has.
  const recorded = new Set<CoreSharingRecord>()
  return contenders.map(contender => {
    const { caseId, params, target } = contender.plan
    const targetId = targetIds[target] ?? ''
    const gap = plan.unsupported.find(({ contender: lacking }) => lacking === contender.plan)
    return {
      ...BLANK_RESULT,
      suite,
      case: caseId,
      params,
      target: targetId,
      timer: 'steelyard',
      control: contender.plan.isControl === true,
      windowNs: windowNs ?? null,
      ...(gap
        ? unsupportedOutcome(gap.reason)
        : outcomeOf(contender.lost, contender.launches.length > 0, rejectionOf(contender))),
      wallNs: estimate(contender, 'wall'),
      cpuNs: estimate(contender, 'cpu'),
      launches: contender.launches.map(launch => launchRecord(launch, recorded)),
      warnings: warningsOf(contender).map(warningRecord),
      contendedShare: contendedShare(contender.launches),
      lateChange: contender.late ?? null,
      events: contender.events,
      asynchronous: contender.isAsync,
      memory: contender.memory,
      usage: contender.usage.length === 0 ? null : usageRecord(contender.usage),
      allocations: allocationsOf(contender),
      tiers: contender.tiers,
      calls: contender.calls,
      server: serverRecordOf(contender),
      start: startRecordOf(contender),
      lostLaunches: contender.lostLaunches.map(lost => lostLaunchRecord(lost, contender.plan, nameOf)),
    }
  })
}

/** `rejection` is why the times of the contender are invalid; null where they are valid. */
export function outcomeOf(
  lost: Loss | null,
  isMeasured: boolean,
  rejection: ResultError | null = null,
): Pick<ResultRecord, 'status' | 'error'> {
  if (lost !== null) {
    const { failure, message } = lost
    const status = failure === 'start' || failure === 'memory' ? 'crashed' : failure
    return { status, error: { code: 'lost', failure, message } }
  }
  if (!isMeasured) return { status: 'timeout', error: { code: 'not-measured' } }
  return rejection === null
    ? { status: 'ok', error: null }
    : { status: 'failed', error: warningRecord(rejection) }
}

export function unsupportedOutcome(reason: string): Pick<ResultRecord, 'status' | 'error'> {
  return { status: 'unsupported', error: { code: 'unsupported', reason } }
}

function lostLaunchRecord(
  { group, launch, by }: LostLaunch,
  plan: ContenderPlan,
  nameOf: (plan: ContenderPlan) => string,
): LostLaunchRecord {
  const own = by.find(lost => lost.plan === plan)
  const errors = (own ? [own] : by).map(lost => `${nameOf(lost.plan)} ${lost.error.message}`)
  return { group, launch, own: own !== undefined, error: `${errors.join('; ')}.` }
}

function launchRecord(
  { group, launch, early, work, sharing, ...window }: MeasuredLaunch,
  recorded: Set<CoreSharingRecord>,
): LaunchRecord {
  const isNew = sharing !== undefined && !recorded.has(sharing)
  if (isNew) recorded.add(sharing)
  return {
    ...{ group, launch, ...windowRecord(window) },
    stalls: window.stalls ?? null,
    early: early.map(windowRecord),
    work,
    sharing: isNew ? sharing : null,
  }
}

function windowRecord(window: Window): WindowRecord {
  const { iterationsPerBatch, order, wallNs, cpuNs, warmup, nullBatch, clockShares, backgroundShare } = window
  const { state, batches, durationNs } = warmup
  return {
    iterationsPerBatch,
    order,
    wallNs,
    cpuNs: cpuNs.every(sample => sample === null) ? null : cpuNs,
    warmup: { state, batches, durationNs },
    nullBatch: { wallNs: nullBatch.wallNs, hostNs: nullBatch.hostNs, cpuNs: nullBatch.cpuNs },
    audit: auditRecord(window),
    clockShares: clockShares ?? null,
    backgroundShare: backgroundShare ?? null,
  }
}

function auditRecord(window: Window): AuditRecord | null {
  const { audits } = window
  if (audits.every(audit => audit === null)) return null
  return {
    waitedNs: knownSum(audits.map(audit => audit?.waitedNs)),
    preemptions: knownSum(audits.map(audit => audit?.preemptions)),
    stolenNs: knownSum(audits.map(audit => audit?.stolenNs)),
    moved: knownSum(audits.map(audit => audit?.moved)),
    contended: contendedSamples(window).flatMap((contended, index) => (contended ? [index] : [])),
  }
}

/** Returns the sum of what is known; null where nothing is. */
function knownSum(values: readonly (number | boolean | null | undefined)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  return known.length === 0 ? null : sum(known.map(Number))
}

/** Returns the share of the samples of all launches that are labelled contended; null where unavailable. */
export function contendedShare(launches: readonly Window[]): number | null {
  const labels = launches.flatMap(contendedSamples).filter(label => label !== null)
  return labels.length === 0 ? null : labels.filter(Boolean).length / labels.length
}

function estimate({ launches }: MeasuredContender, metric: Metric): EstimateRecord | null {
  return estimateFromLaunches(launches.flatMap(launch => launchMeanNs(launch, metric) ?? []))
}

function warningsOf(contender: MeasuredContender): ResultWarning[] {
  const { launches } = contender
  const warnings = launches.some(({ server }) => server !== undefined)
    ? serverWarningsOf(contender)
    : launches.some(({ start }) => start !== undefined)
      ? uploadWarningsOf(contender)
      : batchWarningsOf(contender)
  return [
    ...warnings,
    ...contender.sideErrors,
    ...allocationWarnings(contender),
    ...launchWarningsOf(contender),
  ]
}

function lateWarning({ speedUp, iterations, durationNs }: LateChange): ResultWarning {
  return speedUp > 1
    ? { code: 'late-speed-up', times: speedUp, iterations, durationNs }
    : { code: 'late-slow-down', times: 1 / speedUp, iterations, durationNs }
}

function batchWarningsOf(contender: MeasuredContender): ResultWarning[] {
  const { launches } = contender
  const of = launches.length
  const contended = contendedShare(launches) ?? 0
  const warnings = deadCodeWarnings(deadCodeOf(contender), contended > LARGE_CONTENDED_SHARE)
  const inState = (state: Steadiness) => launches.filter(({ warmup }) => warmup.state === state).length
  const neverSteady = inState('never steady')
  if (neverSteady > 0) warnings.push({ code: 'never-steady', launches: neverSteady, of })
  const drifting = inState('drifting')
  if (drifting > 0 && drifting + neverSteady > of / 2) {
    warnings.push({ code: 'drifting-warm-up', launches: drifting, of })
  }
  if (contender.late) warnings.push(lateWarning(contender.late))
  const bimodal = inState('bimodal')
  if (bimodal > of * LARGE_SHARE_BIMODAL) warnings.push({ code: 'bimodal-batches', launches: bimodal, of })
  warnings.push(...clockWarnings(contender))
  const shares = launches.flatMap(launch => {
    const [wallNs, cpuNs] = [launchMeanNs(launch, 'wall'), launchMeanNs(launch, 'cpu')]
    return wallNs === null || cpuNs === null ? [] : [cpuNs / wallNs]
  })
  if (shares.length > 0 && median(shares) < CONTENDED_SHARE) {
    warnings.push({ code: 'waiting', cpuShare: median(shares) })
  }
  if (contended > LARGE_CONTENDED_SHARE) warnings.push({ code: 'contended-batches', batchShare: contended })
  const repeated = launches.filter(({ early }) => early.length > 0).length
  if (repeated > of * LARGE_SHARE_REPEATED) warnings.push({ code: 'measured-again', launches: repeated, of })
  return warnings
}

function launchWarningsOf({ launches, lost, lostLaunches }: MeasuredContender): ResultWarning[] {
  const warnings: ResultWarning[] = []
  if (launches.length === 1) warnings.push({ code: 'one-launch' })
  if (lost !== null && launches.length > 0) warnings.push({ code: 'lost-later', launches: launches.length })
  // Where one could not even begin, no launch of the others is lost by it.
  const givenUp = lost === null ? lostLaunches.filter(({ launch }) => launch > 0).length : 0
  if (givenUp > 0) {
    warnings.push({ code: 'lost-beside', launches: givenUp, of: launches.length + givenUp })
  }
  return warnings
}

/** Returns what the kernel counted, in each launch and per iteration. */
export function usageRecord(launches: readonly MeasuredUsage[]): UsageRecord {
  const perIteration = (name: keyof UsageCountsRecord): EstimateRecord | null => {
    const values = launches.flatMap(({ iterations, work, idle }) => {
      const [worked, asked] = [work[name], idle[name]]
      return worked === null || asked === null ? [] : [(worked - asked) / iterations]
    })
    return meanOfLaunches(values)
  }
  const names = Object.keys(launches[0]?.work ?? {}) as (keyof UsageCountsRecord)[]
  const estimates = names.map(name => [name, perIteration(name)])
  return { launches, perIteration: Object.fromEntries(estimates) as UsageRecord['perIteration'] }
}
