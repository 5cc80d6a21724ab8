import type {
  SeriesKey,
  TimelineCause,
  TimelineGap,
  TimelineLine,
  TimelineRelease,
  TimelineStep,
} from '../timeline.ts'

const KEY: SeriesKey = { case: '', params: {}, code: '', estimator: 0, windowNs: 0, cpuId: '' }
const RELEASE: TimelineRelease = { version: '', engine: null, date: null }
const STEP: TimelineStep = {
  ...{ ...KEY, at: '', base: RELEASE, head: RELEASE },
  ...{ logs: [0], driftingShare: 0, biasAllowance: 0, fault: null },
}
const GAP: TimelineGap = { ...KEY, at: '', release: RELEASE, gap: '' }
const CAUSE: TimelineCause = {
  ...{ ...KEY, at: '', base: RELEASE, head: RELEASE, good: '', bad: '', unfound: null, unprofiled: null },
  functions: [{ name: '', baseNs: 0, headNs: 0 }],
}

/** In hundred-thousandths: no clock resolves a larger ratio than 10¹². */
const MOST_LOG = 1e5 * Math.log(1e12)

/** Whether a value is a line of a timeline, and nothing else. */
export function isTimelineLine(value: unknown): value is TimelineLine {
  if (![STEP, GAP, CAUSE].some(sample => isLike(value, sample))) return false
  const line = value as TimelineLine
  return hasInstants(line) && (!('logs' in line) || isInRange(line))
}

/** Whether the rules of verdicts take its numbers. */
function isInRange({ logs, driftingShare, biasAllowance }: TimelineStep): boolean {
  const isShare = driftingShare >= 0 && driftingShare <= 1
  return isShare && biasAllowance >= 0 && logs.every(log => Math.abs(log) <= MOST_LOG)
}

function hasInstants(line: TimelineLine): boolean {
  const releases = 'release' in line ? [line.release] : [line.base, line.head]
  const dates = releases.flatMap(({ date }) => date ?? [])
  return [line.at, ...dates].every(text => Number.isFinite(Date.parse(text)))
}

/** Where the sample has null there may be text; where it has an object without fields, any texts, numbers and booleans. */
function isLike(value: unknown, sample: unknown): boolean {
  if (sample === null) return value === null || typeof value === 'string'
  // JSON can hold an infinite number, as 1e999.
  if (typeof sample === 'number') return Number.isFinite(value)
  if (typeof sample !== 'object') return typeof value === typeof sample
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(sample)) return Array.isArray(value) && value.every(each => isLike(each, sample[0]))
  const fields = Object.entries(sample)
  if (fields.length === 0) return Object.values(value).every(each => typeof each !== 'object')
  const has = new Map(Object.entries(value))
  return has.size === fields.length && fields.every(([name, field]) => isLike(has.get(name), field))
}
