import {
  type ComparisonRecord,
  type LaunchRecord,
  paramsJson,
  type ResultRecord,
  type RunRecord,
  type SessionFault,
  type SideRecord,
  type TargetRecord,
} from '@steelyard/record'
import { worseState } from '@steelyard/schedule'
import { launchRatio, mean, unsteadiness, unsteadyShares } from '@steelyard/stats'
import { recordWarningText } from '@steelyard/text'
import { isSound } from '../candidate.ts'

export type Contribution = ReturnType<typeof contributionOf>

/** One comparison of one record. */
export type Measurement = ReturnType<typeof measurementOf>[number]

/** A ratio that was computed from these samples has at most this relative difference. */
const ROUNDING = 1e-6

/** Returns what a record gives to a combination; it holds no samples, so that many records fit in memory. */
export function contributionOf(record: RunRecord, file: string) {
  const measurements = record.comparisons.flatMap(comparison => measurementOf(comparison, record))
  const { cpuId, installationId: installation } = record.environment
  return {
    record: record.id,
    /** Name of its file, without the folder. */
    file,
    startedAt: record.startedAt,
    environment: record.environment,
    /** An installation on a cpuId; null where the record lacks one of both: it may be of a machine that counts already. */
    machine: cpuId === null || installation === null ? null : { cpuId, installation },
    /** null in foreign records. */
    estimator: record.steelyard.estimator,
    isForeign: record.foreign !== null,
    /** Whether it was made as evidence. */
    isEvidence: record.compared?.evidence === true,
    /** Whether machines were added until combined ratios were known well enough. */
    isStoppedOnWidth: (record.fleet?.untilWidth ?? null) !== null,
    /** One for each comparison of contenders that shared launches. A name that stands twice in one record counts once. */
    measurements: [
      ...new Map(measurements.toReversed().map(each => [nameKey(each), each])).values(),
    ].toReversed(),
    /** Contenders that could not be measured. */
    failures: record.results.flatMap(result => failureOf(result, record)),
  }
}

export function nameKey({ suite, params, base, head, metric }: Measurement): string {
  return JSON.stringify([suite, base.case, head.case, paramsJson(params), base.id, head.id, metric])
}

/** Returns nothing where the contenders shared no launches, or are not in the record. */
export function measurementOf(comparison: ComparisonRecord, record: RunRecord) {
  const { suite, params, metric, threshold, biasAllowance, paired } = comparison
  const [base, head] = [
    contenderOf(record, comparison, comparison.baseCase, comparison.base),
    contenderOf(record, comparison, comparison.case, comparison.head),
  ]
  if (!paired || base === null || head === null) return []
  const shared = sharedLaunches(base.result, head.result)
  const logRatios = shared.flatMap(pair => launchRatio(pair.head, pair.base, metric).ofSums ?? [])
  const { environment, steelyard } = record
  return [
    {
      suite,
      params,
      metric,
      threshold,
      biasAllowance,
      base: base.side,
      head: head.side,
      likeness: {
        code: codeOf(record, suite),
        estimator: steelyard.estimator,
        affinity: environment.affinity,
        builds: [base.build, head.build],
        load: loadOf(head.result),
        windowNs: head.result.windowNs,
      },
      /** log(head ÷ base), one for each launch that counts. */
      logRatios: countedOf(comparison, logRatios, shared),
      /** Why its numbers may not be used; never for what was found. */
      fault: faultOf(comparison, record, [base.result, head.result], shared, logRatios),
    },
  ]
}

function contenderOf(
  { results, targets }: RunRecord,
  { suite, params }: ComparisonRecord,
  caseId: string,
  targetId: string,
): { readonly result: ResultRecord; readonly side: SideRecord; readonly build: string } | null {
  const target = targets.find(({ id }) => id === targetId)
  const result = results.find(
    each =>
      each.suite === suite &&
      each.case === caseId &&
      each.target === targetId &&
      each.timer === 'steelyard' &&
      !each.control &&
      paramsJson(each.params) === paramsJson(params),
  )
  if (target === undefined || result === undefined) return null
  const { engine, flags } = target
  const side = { id: targetId, case: caseId, engine: `${engine.name} ${engine.version}`, flags }
  return { result, side, build: buildText(target) }
}

/** A release is one build on every platform; a local file is the one that has these bytes. */
function buildText({ id, version, engine, flags, environment, ...target }: TargetRecord): string {
  const { compatibilityDate, binary } = target
  const variables = Object.entries(environment).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...[id, version, engine.name, engine.version, ...flags],
    ...variables.map(([name, value]) => `${name}=${value}`),
    ...(compatibilityDate === null ? [] : [compatibilityDate]),
    ...(binary.source === 'npm' ? [] : [binary.sha256 ?? 'unknown']),
  ].join(' ')
}

function codeOf({ suites }: RunRecord, suite: string): string | null {
  return suites.find(({ name }) => name === suite)?.codeSha256 ?? null
}

function loadOf({ server, start }: ResultRecord): string | null {
  if (server) {
    const { bodyBytes: _, ...configuration } = server.configuration
    return JSON.stringify([server.listener, server.load, configuration])
  }
  return start ? JSON.stringify([start.listener, start.bundle.sha256, start.pageCache]) : null
}

function sharedLaunches(base: ResultRecord, head: ResultRecord) {
  const keyOf = ({ group, launch }: LaunchRecord) => `${group} ${launch}`
  const ofBase = new Map(base.launches.map(launch => [keyOf(launch), launch]))
  const ofHead = new Map(head.launches.map(launch => [keyOf(launch), launch]))
  return [...ofHead].flatMap(([key, launch]) => {
    const other = ofBase.get(key)
    return other === undefined
      ? []
      : [{ group: launch.group, base: samplesOf(other), head: samplesOf(launch) }]
  })
}

function samplesOf({ wallNs, cpuNs, warmup, stalls }: LaunchRecord) {
  return { wallNs, cpuNs: cpuNs ?? [], warmup, ...(stalls && { stalls }) }
}

function faultOf(
  { asTimed, metric, ...stated }: ComparisonRecord,
  { status }: RunRecord,
  sides: readonly ResultRecord[],
  shared: ReturnType<typeof sharedLaunches>,
  logRatios: readonly number[],
): SessionFault | null {
  const { ratio, reason, control } = asTimed ?? stated
  if (status === 'partial' || reason === 'interrupted') return 'interrupted'
  if (reason === 'quick') return 'preview'
  if (reason === 'control failed' || control?.passed === false) return 'control failed'
  // A side at the limit of the load generator takes less time than was seen.
  const isBound = sides.some(({ server }) => server?.generator.isBound)
  if (metric === 'wall' && isBound) return 'generator-bound'
  if (reason === 'clocks disagree' || reason === 'part of a search') return reason
  if (reason?.startsWith('lost:')) return 'lost'
  if (logRatios.length === 0) return 'not its samples'
  const isSame = logRatios.length === ratio.n && Math.abs(mean(logRatios) - Math.log(ratio.value)) < ROUNDING
  if (!isSame) return 'not its samples'
  // Read from the launches: with few of them the record gives another reason first.
  return unsteadiness(unsteadyShares(shared.map(({ base, head }) => worseState(base, head))))
}

/**
 * Returns the launches that count. A group that ends on its verdicts has more of them where it found less: then it is those
 * before the first look, which every group has. Where a precision was asked for, widths alone end it, after the planned
 * launches: then it is all of them.
 */
function countedOf(
  { lookPlan, stop }: ComparisonRecord,
  logRatios: readonly number[],
  shared: ReturnType<typeof sharedLaunches>,
) {
  if (lookPlan === null || lookPlan.first === lookPlan.planned) return logRatios
  const sound = shared.filter(isSound).length
  const isOfOneGroup = new Set(shared.map(({ group }) => group)).size === 1
  // Without a precision, a group ends with its planned launches; what has more of them stands in several groups.
  const wentOn = stop === 'time' ? sound >= lookPlan.planned : sound > lookPlan.planned
  const isPrecise = stop === 'precise' ? sound >= lookPlan.planned : wentOn && isOfOneGroup
  return isPrecise ? logRatios : logRatios.slice(0, lookPlan.first)
}

function failureOf(result: ResultRecord, record: RunRecord) {
  const { suite, case: caseId, params, target, status, error, control } = result
  if (status === 'ok' || status === 'unsupported' || control) return []
  return [
    {
      suite,
      case: caseId,
      params,
      target,
      error: error === null ? status : recordWarningText(error),
      code: codeOf(record, suite),
    },
  ]
}
