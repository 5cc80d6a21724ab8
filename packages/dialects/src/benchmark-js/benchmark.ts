import type { MadeCase } from '@steelyard/harness/adopted'
import { batchCase } from '../runtime/batches.ts'
import { given, numbers } from '../runtime/given.ts'
import { isPromise } from '../runtime/promise.ts'
import { registry } from '../runtime/registry.ts'
import { Emitter } from './events.ts'

type Fn = (this: Benchmark, deferred?: object) => unknown

interface Options {
  readonly name?: string
  readonly fn?: Fn | string
  readonly setup?: Fn | string
  readonly teardown?: Fn | string
  readonly defer?: boolean
  readonly [key: string]: unknown
}

/** All that a file makes, in order. */
export const benchmarks: Benchmark[] = []

export class Benchmark extends Emitter {
  readonly name: string | undefined
  readonly fn: Fn | string | undefined
  readonly options: Options
  /** A file may set them later, or for all benchmarks on the prototype. */
  declare readonly setup?: Fn | string
  declare readonly teardown?: Fn | string
  readonly id: number = benchmarks.length + 1
  readonly hz: number = Number.NaN
  readonly stats: object = { ...numbers('deviation', 'mean', 'moe', 'rme', 'sem', 'variance'), sample: [] }
  readonly times: object = { ...numbers('cycle', 'elapsed', 'period'), timeStamp: 0 }
  /** Calls after the setup that runs: a setup may prepare something for each. */
  count = 0
  readonly cycles: number = 0

  /** Takes a name, a function and options, each of them only if it is there; the function may be in the options. */
  constructor(...args: readonly unknown[]) {
    super()
    const [first, second] = args
    const { fn, options } = given<Fn, Options>(args)
    const name = typeof first === 'string' ? first : options.name
    const text = typeof second === 'string' ? second : undefined
    this.options = options
    const { setup, teardown } = options
    Object.assign(this, setup && { setup }, teardown && { teardown })
    this.fn = fn ?? options.fn ?? text
    this.name = name ?? (typeof this.fn === 'function' ? this.fn.name || undefined : undefined)
    if (this.fn === undefined) throw new TypeError(`the benchmark '${name ?? ''}' is no function`)
    this.listenTo(options)
    benchmarks.push(this)
  }

  /** Why it cannot be measured; null where it can be. */
  get unsupported(): string | null {
    const { setup, teardown } = this
    const isText = [this.fn, setup, teardown].some(one => typeof one === 'string')
    return isText ? 'it is a text that is to be compiled' : null
  }

  made(): MadeCase {
    const { setup, teardown, fn } = this as Benchmark & { readonly fn: Fn }
    const { defer } = this.options
    const made = batchCase(defer ? this.deferred(fn) : this.bound(fn), {
      willCall: calls => {
        this.count = calls
      },
      ...(setup && { setup: withoutValue(this.bound(setup as Fn)) }),
      ...(teardown && { teardown: this.bound(teardown as Fn) }),
    })
    return defer || 'window' in made ? made : { ...made, awaitsNothing: true }
  }

  /** Returns the function itself where it does not ask who calls it. */
  bound(fn: Fn): () => unknown {
    return /\bthis\b/.test(String(fn)) ? fn.bind(this) : (fn as () => unknown)
  }

  deferred(fn: Fn): () => Promise<void> {
    return () =>
      new Promise<void>((resolve, reject) => {
        const value = fn.call(this, { benchmark: this, resolve: () => resolve() })
        // An async function may throw before it has resolved.
        Promise.resolve(value).catch(reject)
      })
  }

  run(): this {
    registry.hasRun = true
    for (const type of ['start', 'cycle', 'complete']) this.emit(type)
    return this
  }

  clone(options: Options = {}): Benchmark {
    return new Benchmark({ ...this.options, name: this.name, fn: this.fn, ...options })
  }

  compare(): number {
    return 0
  }

  override toString(): string {
    return `${this.name ?? `<Test #${this.id}>`}: measured by Steelyard`
  }
}

/** A setup gives its calls variables, and no value. */
function withoutValue(setup: () => unknown): () => unknown {
  return () => {
    const value = setup()
    return isPromise(value) ? value.then(() => undefined) : undefined
  }
}
