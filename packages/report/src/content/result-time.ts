import type { ResultRecord } from '@steelyard/record'
import { launchMeanNs, type Metric } from '@steelyard/stats'
import { durationText, type EstimateText, formatDuration } from '@steelyard/text'

type Timed = Pick<ResultRecord, 'wallNs' | 'cpuNs' | 'foreign' | 'launches' | 'status'>

/** Returns the estimate, or what another tool or an only launch has, with its interval if it has one; null for nothing. */
export function timeText(result: Timed, clock: Metric): EstimateText | null {
  const estimate = clock === 'wall' ? result.wallNs : result.cpuNs
  if (estimate !== null) return durationText(estimate)
  const value = timeValue(result, clock)
  if (value === null) return null
  const { foreign } = result
  return clock === 'cpu' || foreign === null || foreign.interval === null
    ? { value: formatDuration(value), interval: '' }
    : durationText({ ...foreign.interval, value, n: foreign.samples ?? 0 })
}

/** Returns a time without its interval, in nanoseconds; null for nothing. */
export function timeValue({ launches, status, foreign, ...own }: Timed, clock: Metric): number | null {
  const name = clock === 'wall' ? 'wallNs' : 'cpuNs'
  const [only, another] = launches
  const isOnly = status === 'ok' && only !== undefined && another === undefined
  // One launch is too little for an interval.
  const onlyNs = isOnly ? launchMeanNs({ wallNs: only.wallNs, cpuNs: only.cpuNs ?? [] }, clock) : null
  return own[name]?.value ?? foreign?.[name] ?? onlyNs
}
