import { registry } from '../runtime/registry.ts'
import { Benchmark } from './benchmark.ts'
import { Emitter } from './events.ts'

type Picked = string | ((one: Benchmark, index: number) => unknown)

/** All that a file makes, in order. */
export const suites: Suite[] = []

/** Benchmarks, of which a file may ask for a property by its name. Nothing was timed: none is the fastest. */
export class Suite extends Emitter {
  readonly name: string | undefined
  readonly benchmarks: Benchmark[] = []
  readonly aborted: boolean = false
  readonly running: boolean = false

  constructor(name?: string | object, options?: object) {
    super()
    this.name = typeof name === 'string' ? name : undefined
    this.listenTo({ ...(typeof name === 'object' ? name : {}), ...options })
    suites.push(this)
  }

  get length(): number {
    return this.benchmarks.length
  }

  add(...args: readonly unknown[]): this {
    const [first] = args
    return this.push(first instanceof Benchmark ? first : new Benchmark(...args))
  }

  push(benchmark: Benchmark): this {
    Object.assign(this, { [this.benchmarks.length]: benchmark })
    this.benchmarks.push(benchmark)
    return this
  }

  /** Tells the listeners that all have run. */
  run({ async }: { readonly async?: boolean } = {}): this {
    registry.hasRun = true
    if (async) void Promise.resolve().then(() => this.emitAll())
    else this.emitAll()
    return this
  }

  emitAll(): void {
    this.emit('start')
    for (const benchmark of this.benchmarks) {
      for (const type of ['start', 'cycle', 'complete']) benchmark.emit(type)
      this.emit('cycle', benchmark)
    }
    this.emit('complete')
  }

  abort(): this {
    return this
  }

  reset(): this {
    return this
  }

  clone(): Suite {
    return Object.assign(new Suite(this.name), { events: { ...this.events } }).concat(this.benchmarks)
  }

  concat(benchmarks: readonly Benchmark[]): this {
    for (const one of benchmarks) this.push(one)
    return this
  }

  each(callback: (one: Benchmark, index: number) => unknown): this {
    this.benchmarks.forEach(callback)
    return this
  }

  forEach(callback: (one: Benchmark, index: number) => unknown): this {
    return this.each(callback)
  }

  filter(picked: Picked): Picks {
    return picksOf(typeof picked === 'string' ? this.benchmarks : this.benchmarks.filter(picked))
  }

  map(picked: Picked): unknown[] {
    return picksOf(this.benchmarks).map(picked)
  }

  pluck(name: string): unknown[] {
    return this.map(name)
  }

  slice(start?: number, end?: number): readonly Benchmark[] {
    return this.benchmarks.slice(start, end)
  }

  join(separator?: string): string {
    return this.benchmarks.join(separator)
  }

  indexOf(benchmark: Benchmark): number {
    return this.benchmarks.indexOf(benchmark)
  }

  [Symbol.iterator](): Iterator<Benchmark> {
    return this.benchmarks[Symbol.iterator]()
  }
}

type Picks = Omit<Benchmark[], 'map'> & {
  map(picked: Picked): unknown[]
  pluck(name: string): unknown[]
}

function picksOf(benchmarks: readonly Benchmark[]): Picks {
  const list = [...benchmarks]
  const map = (picked: Picked) =>
    Array.from(benchmarks, (one, index) =>
      typeof picked === 'string' ? (one as unknown as Record<string, unknown>)[picked] : picked(one, index),
    )
  return Object.assign(list as object, { map, pluck: map }) as Picks
}
