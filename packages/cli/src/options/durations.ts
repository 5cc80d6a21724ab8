import { InvalidArgumentError } from 'commander'

const NANOSECONDS = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  min: 60e9,
  h: 3600e9,
  d: 86_400e9,
} as const

/** Longer than any run; bounds what a record asks for too. */
const MOST_SECONDS = 30 * 86_400

/** From a few batches to ten times the longest window that a run plans. */
const LEAST_WINDOW_SECONDS = 0.02
const MOST_WINDOW_SECONDS = 10

/** Reads seconds above 0: `90`, `90s`, `2m` or `1h`. */
export function timeSeconds(text: string): number {
  const value = durationIn(text, 's')
  if (value === null) {
    throw new InvalidArgumentError('Give a number above 0, in seconds or with its unit: 90, 90s, 2m or 1h.')
  }
  if (value > MOST_SECONDS) throw new InvalidArgumentError(`Give at most ${MOST_SECONDS} seconds, 30 days.`)
  return value
}

/** Reads how long batches are timed in a launch, in seconds: `500ms`, `1s` or `0.5`. */
export function windowSeconds(text: string): number {
  const value = durationIn(text, 's')
  if (value === null || value < LEAST_WINDOW_SECONDS || value > MOST_WINDOW_SECONDS) {
    throw new InvalidArgumentError('Give 20ms to 10s, in seconds or with a unit: 0.5, 500ms or 1s.')
  }
  return value
}

/** Reads milliseconds above 0: `10`, `10ms` or `500us`. */
export function milliseconds(text: string): number {
  const value = durationIn(text, 'ms')
  if (value === null) {
    throw new InvalidArgumentError('Give milliseconds above 0, or another unit: 10, 10ms or 500us.')
  }
  return value
}

/** Returns a duration in the unit, which a number alone has too; null for what is none, or not above 0. */
function durationIn(text: string, unit: keyof typeof NANOSECONDS): number | null {
  const [, figure = '', word = ''] =
    /^\s*(\S*?\d\.?)\s*([a-zµ]*)\s*$/.exec(text.normalize('NFKC').replace('μ', 'µ')) ?? []
  const own = word === '' ? unit : word
  if (!Object.hasOwn(NANOSECONDS, own)) return null
  const value = own === unit ? Number(figure) : (Number(figure) * NANOSECONDS[own as 's']) / NANOSECONDS[unit]
  return value > 0 && Number.isFinite(value) ? value : null
}
