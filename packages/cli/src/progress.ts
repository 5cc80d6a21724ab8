import type { Progress } from '@steelyard/conductor'

const PLAIN_INTERVAL_MS = 10_000

/** Shows how far a run is: one line that is written over on a terminal, now and then a line elsewhere. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream
  readonly #plainIntervalMs: number
  #lastMs = Number.NEGATIVE_INFINITY

  /** @param plainIntervalMs the least time between two lines where a line cannot be written over */
  constructor(stream: NodeJS.WriteStream, plainIntervalMs: number = PLAIN_INTERVAL_MS) {
    this.#stream = stream
    this.#plainIntervalMs = plainIntervalMs
  }

  show(text: string): void {
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\x1b[K${text.slice(0, (this.#stream.columns ?? 80) - 1)}`)
    } else if (performance.now() - this.#lastMs >= this.#plainIntervalMs) {
      this.#stream.write(`${text}\n`)
      this.#lastMs = performance.now()
    }
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[K')
  }
}

/** Returns for example `json-reviver: launch 12 of about 60, about 0:42 left`. */
export function progressText(suite: string, progress: Progress): string {
  const { launchesDone, launchesExpected, remainingNs } = progress
  return `${suite}: launch ${launchesDone + 1} of about ${launchesExpected}, ${timeLeftText(remainingNs)}`
}

/** Returns for example `about 0:42 left`. */
export function timeLeftText(ns: number): string {
  return `about ${clock(Math.max(0, ns))} left`
}

function clock(ns: number): string {
  const seconds = Math.ceil(ns / 1e9)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
