import type { SeriesKey, TimelineLine } from '../timeline.ts'

type Check = (value: unknown) => boolean

const isNumber: Check = Number.isFinite
const isText: Check = value => typeof value === 'string'
const isInstant: Check = value => typeof value === 'string' && /^\d{4}(-\d\d){2}T(\d\d:){2}\d\dZ$/.test(value)
const isVersion: Check = value => typeof value === 'string' && /^[\w.+-]+$/.test(value)
const orNull =
  (isSound: Check): Check =>
  value =>
    value === null || isSound(value)
const listOf =
  (isSound: Check): Check =>
  value =>
    Array.isArray(value) && value.every(isSound)

/** An object with these fields, and no others. */
function having(fields: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(fields).sort().join()
  return value =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).sort().join() === names &&
    Object.entries(value).every(([name, field]) => fields[name]?.(field))
}

const KEY: Readonly<Record<keyof SeriesKey, Check>> = {
  case: isText,
  params: value =>
    typeof value === 'object' &&
    value !== null &&
    listOf(one => isText(one) || isNumber(one) || typeof one === 'boolean')(Object.values(value)),
  ...{ code: isText, estimator: isNumber, windowNs: isNumber, cpuId: isText },
}
const isRelease = having({ version: isVersion, engine: orNull(isText), date: orNull(isText) })
const BETWEEN = { ...KEY, at: isInstant, base: isRelease, head: isRelease }
const LINES = [
  having({
    ...BETWEEN,
    logs: listOf(isNumber),
    ...{ driftingShare: isNumber, biasAllowance: isNumber, fault: orNull(isText) },
  }),
  having({ ...KEY, at: isInstant, release: isRelease, gap: isText }),
  having({
    ...BETWEEN,
    ...{ good: isVersion, bad: isVersion, unfound: orNull(isText), unprofiled: orNull(isText) },
    functions: listOf(having({ name: isText, baseNs: isNumber, headNs: isNumber })),
  }),
]

/** Whether a value is a line of a timeline, and nothing else. */
export function isTimelineLine(value: unknown): value is TimelineLine {
  return LINES.some(isLine => isLine(value))
}
