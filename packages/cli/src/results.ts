import type { LaunchFailure } from '@steelyard/launcher'
import { estimateFromLaunches, median } from '@steelyard/stats'
import type { EstimateRecord, ResultRecord, ResultStatus } from '@steelyard/store'
import type { MeasuredContender, MeasuredSuite } from './measure-suite.ts'
import { launchMeanNs, type Metric } from './pair.ts'
import type { SuitePlan } from './plan.ts'

const STATUS: Readonly<Record<LaunchFailure, ResultStatus>> = {
  start: 'crashed',
  crashed: 'crashed',
  memory: 'crashed',
  timeout: 'timeout',
  failed: 'failed',
}

/** A contender on its core alone uses about as much CPU time as wall time; below this something else ran there. */
const CONTENDED_SHARE = 0.9

/** Returns a result for every contender of a suite, measured or not. */
export function resultsOf(
  suite: string,
  plan: SuitePlan,
  { contenders }: MeasuredSuite,
  targetIds: readonly string[],
): ResultRecord[] {
  const measured = contenders.map((contender): ResultRecord => {
    const { caseId, params, target } = contender.plan
    const targetId = targetIds[target] ?? ''
    const status = contender.lost === null ? 'ok' : STATUS[contender.lost.failure]
    return {
      suite,
      case: caseId,
      params,
      target: targetId,
      timer: 'steelyard',
      status,
      error: contender.lost === null ? null : `${suite}/${caseId} on ${targetId} ${contender.lost.message}.`,
      wallNs: estimate(contender, 'wall'),
      cpuNs: estimate(contender, 'cpu'),
      launches: contender.launches.map(({ nullBatch, warmup, cpuNs, ...launch }) => ({
        ...launch,
        cpuNs: cpuNs.every(sample => sample === null) ? null : cpuNs,
        warmup: { state: warmup.state, batches: warmup.batches, durationNs: warmup.durationNs },
      })),
      warnings: warningsOf(contender),
    }
  })
  const unsupported = plan.unsupported.map(
    ({ contender: { caseId, params, target }, reason }): ResultRecord => ({
      suite,
      case: caseId,
      params,
      target: targetIds[target] ?? '',
      timer: 'steelyard',
      status: 'unsupported',
      error: reason,
      wallNs: null,
      cpuNs: null,
      launches: [],
      warnings: [],
    }),
  )
  return [...measured, ...unsupported]
}

function estimate({ launches }: MeasuredContender, metric: Metric): EstimateRecord | null {
  const means = launches.map(launch => launchMeanNs(launch, metric))
  return means.every(value => value !== null) ? estimateFromLaunches(means) : null
}

function warningsOf({ launches, lost }: MeasuredContender): string[] {
  const warnings: string[] = []
  const drifting = launches.filter(({ warmup }) => warmup.state === 'drifting').length
  if (drifting * 2 > launches.length) {
    warnings.push(
      `still getting faster or slower when timing began in ${drifting} of ${launches.length} launches: the time holds warming up`,
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
  if (lost !== null && launches.length > 0) {
    warnings.push(`lost after ${launches.length} good launches, which are kept`)
  }
  return warnings
}
