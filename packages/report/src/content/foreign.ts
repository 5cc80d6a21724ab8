import type { ResultRecord, RunRecord } from '@steelyard/record'
import { durationText, type EstimateText, formatDuration, name, type Phrase } from '@steelyard/text'

type Timed = Pick<ResultRecord, 'wallNs' | 'cpuNs' | 'foreign'>

/** Returns the estimate, or what another tool reported, with its interval if it has one; null for nothing. */
export function wallTimeText({ wallNs, foreign }: Timed): EstimateText | null {
  if (wallNs !== null) return durationText(wallNs)
  if (foreign === null) return null
  const { interval, samples } = foreign
  return interval === null
    ? { value: formatDuration(foreign.wallNs), interval: '' }
    : durationText({ ...interval, value: foreign.wallNs, n: samples })
}

export function cpuTimeText({ cpuNs, foreign }: Timed): EstimateText | null {
  if (cpuNs !== null) return durationText(cpuNs)
  const value = foreign?.cpuNs ?? null
  return value === null ? null : { value: formatDuration(value), interval: '' }
}

/** Returns a time without its interval, in nanoseconds; null for nothing. */
export function wallValue({ wallNs, foreign }: Timed): number | null {
  return wallNs?.value ?? foreign?.wallNs ?? null
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
