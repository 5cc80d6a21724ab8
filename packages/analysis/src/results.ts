import type { LaunchFailure } from '@steelyard/launcher'
import type {
  ContenderPlan,
  LostLaunch,
  MeasuredContender,
  MeasuredLaunch,
  MeasuredSuite,
  SuitePlan,
} from '@steelyard/measure'
import type {
  AuditRecord,
  EstimateRecord,
  LaunchRecord,
  LostLaunchRecord,
  ResultRecord,
  ResultStatus,
  WindowRecord,
} from '@steelyard/record'
import { contendedSamples, type LateChange, type Steadiness, type Window } from '@steelyard/schedule'
import { estimateFromLaunches, launchMeanNs, type Metric, median } from '@steelyard/stats'
import { deadCodeOf, deadCodeWarnings } from './dead-code.ts'
import { longerCpuShare, rejectionOf } from './rejection.ts'
import { serverRecordOf, serverWarningsOf } from './server-results.ts'
import { startRecordOf, uploadWarningsOf } from './start-results.ts'

/** How a contender is said to have ended that was lost. */
export const STATUS: Readonly<Record<LaunchFailure, ResultStatus>> = {
  start: 'crashed',
  crashed: 'crashed',
  memory: 'crashed',
  timeout: 'timeout',
  failed: 'failed',
}

/** A contender on its core alone uses about as much CPU time as wall time; below this something else ran there. */
const CONTENDED_SHARE = 0.9

/** Of the launches. */
const LARGE_SHARE_BIMODAL = 0.2

/** Of the samples; an idle machine has a few. */
const LARGE_CONTENDED_SHARE = 0.1

/** Of the launches; fewer is the ordinary course of late optimisation. */
const LARGE_SHARE_ANEW = 0.25

/** Returns a result for every contender of a suite, measured or not, in the plan's order. */
export function resultsOf(
  suite: string,
  plan: SuitePlan,
  { contenders }: Pick<MeasuredSuite, 'contenders'>,
  targetIds: readonly string[],
): ResultRecord[] {
  const nameOf = (one: ContenderPlan) => `${suite}/${one.caseId} on ${targetIds[one.target]}`
  return contenders.map(contender => {
    const { caseId, params, target } = contender.plan
    const targetId = targetIds[target] ?? ''
    const server = serverRecordOf(contender)
    const start = startRecordOf(contender)
    const gap = plan.unsupported.find(({ contender: lacking }) => lacking === contender.plan)
    return {
      suite,
      case: caseId,
      params,
      target: targetId,
      timer: 'steelyard',
      ...(contender.plan.isControl ? { control: true } : {}),
      ...(gap ? { status: 'unsupported', error: gap.reason } : outcomeOf(contender, nameOf(contender.plan))),
      wallNs: estimate(contender, 'wall'),
      cpuNs: estimate(contender, 'cpu'),
      launches: contender.launches.map(launchRecord),
      warnings: warningsOf(contender),
      contendedShare: contendedShare(contender.launches),
      ...(contender.late === undefined ? {} : { lateChange: contender.late }),
      events: contender.events,
      ...(contender.code === null ? {} : { code: contender.code }),
      memory: contender.memory,
      calls: contender.calls,
      ...(server === null ? {} : { server }),
      ...(start === null ? {} : { start }),
      lostLaunches: contender.lostLaunches.map(lost => lostLaunchRecord(lost, contender.plan, nameOf)),
    }
  })
}

function outcomeOf(contender: MeasuredContender, name: string): Pick<ResultRecord, 'status' | 'error'> {
  const { lost, launches } = contender
  if (lost === null && launches.length === 0) {
    return { status: 'timeout', error: `${name} was not measured: the run ended before its first launch.` }
  }
  if (lost !== null) return { status: STATUS[lost.failure], error: `${name} ${lost.message}.` }
  const rejection = rejectionOf(contender)
  return rejection === null
    ? { status: 'ok', error: null }
    : { status: 'failed', error: `${name} ${rejection}` }
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

function launchRecord({ group, launch, early, work, ...window }: MeasuredLaunch): LaunchRecord {
  return { group, launch, ...windowRecord(window), early: early.map(windowRecord), work }
}

function windowRecord(window: Window): WindowRecord {
  const { iterationsPerBatch, order, wallNs, cpuNs, warmup, nullBatch, clockShares } = window
  const { state, batches, durationNs } = warmup
  return {
    iterationsPerBatch,
    order,
    wallNs,
    cpuNs: cpuNs.every(sample => sample === null) ? null : cpuNs,
    warmup: { state, batches, durationNs },
    nullBatch: { wallNs: nullBatch.wallNs, hostNs: nullBatch.hostNs, cpuNs: nullBatch.cpuNs },
    audit: auditRecord(window),
    ...(clockShares === undefined ? {} : { clockShares }),
  }
}

function auditRecord(window: Window): AuditRecord | null {
  const { audits } = window
  if (audits.every(audit => audit === null)) return null
  return {
    waitedNs: audits.map(audit => audit?.waitedNs ?? null),
    preemptions: audits.map(audit => audit?.preemptions ?? null),
    stolenNs: audits.map(audit => audit?.stolenNs ?? null),
    moved: audits.map(audit => audit?.moved ?? null),
    contended: contendedSamples(window).flatMap((contended, index) => (contended ? [index] : [])),
  }
}

/** Returns the share of the samples of all launches that are labelled contended; null where nobody could tell. */
export function contendedShare(launches: readonly Window[]): number | null {
  const labels = launches.flatMap(contendedSamples).filter(label => label !== null)
  return labels.length === 0 ? null : labels.filter(Boolean).length / labels.length
}

function estimate({ launches }: MeasuredContender, metric: Metric): EstimateRecord | null {
  const means = launches.map(launch => launchMeanNs(launch, metric))
  return means.every(value => value !== null) ? estimateFromLaunches(means) : null
}

function warningsOf(contender: MeasuredContender): string[] {
  const { launches } = contender
  const warnings = launches.some(({ server }) => server !== undefined)
    ? serverWarningsOf(contender)
    : launches.some(({ start }) => start !== undefined)
      ? uploadWarningsOf(contender)
      : batchWarningsOf(contender)
  return [...warnings, ...contender.sideErrors, ...launchWarningsOf(contender)]
}

function lateText({ speedUp, iterations, durationNs }: LateChange): string {
  const change =
    speedUp > 1 ? `${speedUp.toFixed(1)} times faster` : `${(1 / speedUp).toFixed(1)} times slower`
  const when = `${Number(iterations.toPrecision(2)).toLocaleString('en')} iterations (${(durationNs / 1e9).toFixed(1)} s)`
  return `becomes ${change} after about ${when}: it is timed after that, and code that calls it less often never gets there`
}

function batchWarningsOf(contender: MeasuredContender): string[] {
  const { launches } = contender
  const contended = contendedShare(launches) ?? 0
  const warnings = deadCodeWarnings(deadCodeOf(contender), contended > LARGE_CONTENDED_SHARE)
  const inState = (state: Steadiness) => launches.filter(({ warmup }) => warmup.state === state).length
  const neverSteady = inState('never steady')
  if (neverSteady > 0) {
    warnings.push(
      `never steady in ${neverSteady} of ${launches.length} launches: it changed its speed in every window it was given, and its time is a mean over all of that`,
    )
  }
  if ((inState('drifting') + neverSteady) * 2 > launches.length && neverSteady < launches.length) {
    warnings.push(
      `still getting faster or slower when its warm-up ended in ${inState('drifting')} of ${launches.length} launches: the time holds warming up`,
    )
  }
  if (contender.late) warnings.push(lateText(contender.late))
  const bimodal = inState('bimodal')
  if (bimodal > launches.length * LARGE_SHARE_BIMODAL) {
    warnings.push(
      `its batches were of two kinds, one more than twice as slow, in ${bimodal} of ${launches.length} launches: the time is a mean over both`,
    )
  }
  const longer = longerCpuShare(contender)
  if (longer !== null) {
    warnings.push(
      `its main thread worked ${Math.round((longer - 1) * 100)} % longer than its time says: it does a part of its work after it has returned, which is not timed; compare with --metric cpu`,
    )
  }
  const shares = launches.flatMap(launch => {
    const [wallNs, cpuNs] = [launchMeanNs(launch, 'wall'), launchMeanNs(launch, 'cpu')]
    return wallNs === null || cpuNs === null ? [] : [cpuNs / wallNs]
  })
  if (shares.length > 0 && median(shares) < CONTENDED_SHARE) {
    warnings.push(
      `used the CPU for only ${Math.round(median(shares) * 100)} % of its wall time: it waited, or something else ran on the core; compare with --metric cpu`,
    )
  }
  if (contended > LARGE_CONTENDED_SHARE) {
    warnings.push(
      `shared its core with other work in ${Math.round(contended * 100)} % of its batches: stop what else runs, or compare with --metric cpu`,
    )
  }
  const anew = launches.filter(({ early }) => early.length > 0).length
  if (anew > launches.length * LARGE_SHARE_ANEW) {
    warnings.push(
      `was weighed anew in ${anew} of ${launches.length} launches, since a contender of its group changed its speed while it was timed; the windows given up are in the record`,
    )
  }
  return warnings
}

function launchWarningsOf({ launches, lost, lostLaunches }: MeasuredContender): string[] {
  const warnings: string[] = []
  if (launches.length === 1) warnings.push('has one launch, too few for an interval: raise --time')
  if (lost !== null && launches.length > 0) {
    warnings.push(`lost after ${launches.length} good launches, which are kept`)
  }
  // Where one could not even begin, no launch of the others is lost by it.
  const givenUp = lost === null ? lostLaunches.filter(({ launch }) => launch > 0).length : 0
  if (givenUp > 0) {
    warnings.push(
      `${givenUp} of ${launches.length + givenUp} launches gave nothing, since another contender of the group was lost in them, and were made again without it`,
    )
  }
  return warnings
}
