import type { ResultRecord, RunRecord } from '@steelyard/record'
import { mean } from '@steelyard/stats'
import { durationText, type EstimateText, formatDuration, name, type Phrase } from '@steelyard/text'

type Timed = Pick<ResultRecord, 'wallNs' | 'cpuNs' | 'foreign' | 'launches' | 'status'>

/** Returns the estimate, or what another tool or an only launch has, with its interval if it has one; null for nothing. */
export function wallTimeText(result: Timed): EstimateText | null {
  const { wallNs, foreign } = result
  if (wallNs !== null) return durationText(wallNs)
  if (foreign === null) return plainTime(onlyLaunchNs(result, 'wallNs'))
  const { interval, samples } = foreign
  return interval === null
    ? { value: formatDuration(foreign.wallNs), interval: '' }
    : durationText({ ...interval, value: foreign.wallNs, n: samples })
}

export function cpuTimeText(result: Timed): EstimateText | null {
  const { cpuNs, foreign } = result
  return cpuNs === null ? plainTime(foreign?.cpuNs ?? onlyLaunchNs(result, 'cpuNs')) : durationText(cpuNs)
}

function plainTime(ns: number | null): EstimateText | null {
  return ns === null ? null : { value: formatDuration(ns), interval: '' }
}

/** Returns a time without its interval, in nanoseconds; null for nothing. */
export function wallValue(result: Timed): number | null {
  return result.wallNs?.value ?? result.foreign?.wallNs ?? onlyLaunchNs(result, 'wallNs')
}

/** Returns the time in an only launch, which is too little for an interval; null where there is not exactly one. */
function onlyLaunchNs({ launches, status }: Timed, clock: 'wallNs' | 'cpuNs'): number | null {
  const [only, another] = launches
  const batchesNs = status === 'ok' && another === undefined ? (only?.[clock] ?? []) : []
  const known = batchesNs.flatMap(ns => ns ?? [])
  return known.length > 0 && known.length === batchesNs.length ? mean(known) : null
}

/** Returns which tool the numbers are from; null for Steelyard's own. */
export function foreignPhrase({ foreign }: RunRecord): Phrase | null {
  if (foreign === null) return null
  const { tool, version } = foreign
  return [
    'Imported: these are the numbers of ',
    name(version === null ? tool : `${tool} ${version}`),
    ', found by its own method. Steelyard gives no verdict on them.',
  ]
}
