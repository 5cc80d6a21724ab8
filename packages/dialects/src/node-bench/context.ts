import type { Stopwatch, WindowCase } from '@steelyard/harness/adopted'
import { callWindow, type TimedCall } from '../runtime/call-window.ts'
import { checkOwnTime } from '../runtime/own-time.ts'
import { isPromise } from '../runtime/promise.ts'

/** Values that a file names a benchmark's configuration by. */
export type BenchParams = Readonly<Record<string, string | number | boolean>>

/** Data about a call that the file receives. */
interface Sample {
  readonly operations: number
  readonly duration_ns: bigint
  readonly rate: number
  readonly detail: unknown
}

export type BenchFn = (context: BenchContext) => unknown

/** What a benchmark is given, a new one for each call. */
export class BenchContext {
  readonly name: string
  readonly params: BenchParams
  readonly signal: unknown
  readonly index = 0
  readonly phase = 'measurement'
  readonly #watch: Stopwatch
  #startMs = 0
  /** How many operations there were from its start to its end; null until then. */
  operations: number | null = null

  constructor(name: string, params: BenchParams, signal: unknown, watch: Stopwatch) {
    this.name = name
    this.params = params
    this.signal = signal
    this.#watch = watch
  }

  start(): void {
    this.#startMs = performance.now()
    this.#watch.start()
  }

  end(operations: number, { detail }: { readonly detail?: unknown } = {}): Sample {
    this.#watch.stop()
    return this.#sample(operations, Math.round((performance.now() - this.#startMs) * 1e6), detail)
  }

  /** Takes what a call has timed itself. */
  record({ operations, duration_ns: durationNs, detail }: Omit<Sample, 'rate'>): Sample {
    if (typeof durationNs !== 'bigint' || durationNs <= 0) {
      throw new RangeError(`it records a duration of ${durationNs}: a positive bigint is expected`)
    }
    this.#watch.add(Number(durationNs))
    return this.#sample(operations, Number(durationNs), detail)
  }

  #sample(operations: number, durationNs: number, detail: unknown): Sample {
    if (this.operations !== null) throw new Error('it ended its own clock twice')
    this.operations = checked(operations)
    return { operations, duration_ns: BigInt(durationNs), rate: operations / (durationNs / 1e9), detail }
  }

  done(): void {}
  diagnostic(): void {}
}

/** Every runtime has it. */
declare const performance: { now(): number }

function checked(operations: number): number {
  if (Number.isSafeInteger(operations) && operations > 0) return operations
  throw new RangeError(`it ends with ${operations} operations: a positive integer is expected`)
}

/**
 * Returns the case of a benchmark: an iteration is one of its operations, and of its calls the time from start to end
 * counts. Some files choose in each process how many operations a call has.
 */
export function madeCase(fn: BenchFn, name: string, params: BenchParams, signal: unknown): WindowCase {
  let operations = 1
  let counted = 0
  const call: TimedCall = watch => {
    const context = new BenchContext(name, params, signal, watch)
    const finish = () => {
      if (context.operations === null) throw new Error('it did not end its own clock')
      operations = context.operations
      counted += operations
    }
    const value = fn(context)
    return isPromise(value) ? value.then(finish) : finish()
  }
  const { window, ...whole } = callWindow(call)
  return {
    ...whole,
    unitsPerCall: () => operations,
    window(calls, watch) {
      counted = 0
      const beganMs = Date.now()
      let recordedNs = 0
      const add = (durationNs: number) => {
        recordedNs += durationNs
        watch.add(durationNs)
      }
      const value = window(calls, { ...watch, add })
      const finish = () => {
        checkOwnTime(recordedNs, beganMs)
        watch.units(counted)
      }
      return isPromise(value) ? value.then(finish) : finish()
    },
  }
}
