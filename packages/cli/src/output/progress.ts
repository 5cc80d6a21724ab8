import type { Progress } from '@steelyard/schedule'
import { stderr } from './streams.ts'

const PLAIN_INTERVAL_MS = 10_000

/** Shows the progress of a run: one line that is overwritten on a terminal, a new line now and then elsewhere. */
export class ProgressLine {
  readonly #plainIntervalMs: number
  #lastMs = Number.NEGATIVE_INFINITY

  /** @param plainIntervalMs shortest time between two lines where a line cannot be overwritten */
  constructor(plainIntervalMs: number = PLAIN_INTERVAL_MS) {
    this.#plainIntervalMs = plainIntervalMs
  }

  show(text: string): void {
    if (stderr.isTTY) {
      stderr.sayInPlace(text)
    } else if (performance.now() - this.#lastMs >= this.#plainIntervalMs) {
      stderr.say(`${text}\n`)
      this.#lastMs = performance.now()
    }
  }

  /** Clears the line, so that something else can be written. */
  clear(): void {
    if (stderr.isTTY) stderr.sayInPlace('')
  }
}

/** One suite of a run, and how long it may take. */
export interface TimedSuite {
  readonly name: string
  readonly timeSeconds: number
}

/**
 * Returns for example `trig: launch 12 of about 60, about 0:42 left`; with several suites, given in their order,
 * `trig (9/10): launch 12 of about 60, about 0:42 left, 1:47 for all`.
 */
export function progressText(suite: string, progress: Progress, suites: readonly TimedSuite[]): string {
  const { launchesDone, launchesExpected, remainingNs } = progress
  const text = `launch ${launchesDone + 1} of about ${launchesExpected}, ${timeLeftText(remainingNs)}`
  if (suites.length < 2) return `${suite}: ${text}`
  const place = suites.findIndex(({ name }) => name === suite) + 1
  const laterSeconds = suites.slice(place).reduce((sum, { timeSeconds }) => sum + timeSeconds, 0)
  const allNs = Math.max(0, remainingNs) + laterSeconds * 1e9
  return `${suite} (${place}/${suites.length}): ${text}, ${clock(allNs)} for all`
}

/** Returns for example `about 0:42 left`. */
export function timeLeftText(ns: number): string {
  return `about ${clock(Math.max(0, ns))} left`
}

function clock(ns: number): string {
  const seconds = Math.ceil(ns / 1e9)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
