import type { MadeCase } from '@steelyard/harness/adopted'
import { type CallTimer, callWindow, checkLength, type TimedCall } from '../runtime/call-window.ts'
import { isPromise } from '../runtime/promise.ts'

/** Values that a file names a benchmark's configuration by. */
export type BenchParams = Readonly<Record<string, string | number | boolean>>

export type BenchFn = (context: BenchContext) => unknown

/** What a benchmark is given, a new one for each call. */
export class BenchContext {
  readonly name: string
  readonly params: BenchParams
  readonly signal: unknown
  readonly index = 0
  readonly phase = 'measurement'
  readonly #timer: CallTimer
  /** How many operations there were from its start to its end; null until then. */
  operations: number | null = null

  constructor(name: string, params: BenchParams, signal: unknown, timer: CallTimer) {
    this.name = name
    this.params = params
    this.signal = signal
    this.#timer = timer
  }

  start(): void {
    this.#timer.start()
  }

  end(operations: number): void {
    this.#timer.end()
    if (this.operations !== null) throw new Error('it ended its own clock twice')
    this.operations = checked(operations)
  }

  record(): never {
    throw new Error('it reports its own time')
  }

  done(): void {}
  diagnostic(): void {}
}

function checked(operations: number): number {
  if (Number.isSafeInteger(operations) && operations > 0) return operations
  throw new RangeError(`it ends with ${operations} operations: a positive integer is expected`)
}

/** Returns the case of a benchmark: an iteration is a call of it, of which the time from start to end counts. */
export async function madeCase(
  fn: BenchFn,
  name: string,
  params: BenchParams,
  signal: unknown,
): Promise<MadeCase> {
  let operations = 1
  const call: TimedCall = timer => {
    const context = new BenchContext(name, params, signal, timer)
    const finish = () => {
      if (context.operations === null) throw new Error('it did not end its own clock')
      operations = context.operations
    }
    const value = fn(context)
    return isPromise(value) ? value.then(finish) : finish()
  }
  await checkLength(call)
  const { window } = callWindow(call)
  return {
    window(iterations, watch) {
      const value = window(iterations, watch)
      const finish = () => watch.units(operations * iterations)
      return isPromise(value) ? value.then(finish) : finish()
    },
  }
}
