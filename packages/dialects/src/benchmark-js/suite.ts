import { registry } from '../runtime/registry.ts'
import { Benchmark } from './benchmark.ts'
import { Emitter } from './events.ts'

type Picked = string | ((one: Benchmark, index: number) => unknown)

/** All that a file makes, in order. */
export const suites: Suite[] = []

/** A list of benchmarks, of which a file may ask for a property by its name. Nothing was timed: none is the fastest. */
export class Suite extends Emitter {
  readonly name: string | undefined
  readonly length: number = 0
  readonly [index: number]: Benchmark

  constructor(name?: string | object, options?: object) {
    super()
    this.name = typeof name === 'string' ? name : undefined
    this.listenTo({ ...(typeof name === 'object' ? name : {}), ...options })
    suites.push(this)
  }

  get benchmarks(): Benchmark[] {
    return Array.from<Benchmark>(this)
  }

  add(...args: readonly unknown[]): this {
    const [first] = args
    Array.prototype.push.call(this, first instanceof Benchmark ? first : new Benchmark(...args))
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

  clone(): Suite {
    const copy = Object.assign(new Suite(this.name), { events: { ...this.events } })
    for (const one of this.benchmarks) copy.add(one)
    return copy
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
}

/** It has these of an array, as benchmark.js has it. */
for (const name of ['indexOf', 'join', 'push', 'slice', Symbol.iterator] as const) {
  Object.defineProperty(Suite.prototype, name, { value: Array.prototype[name] })
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
