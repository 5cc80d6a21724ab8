/** What files import from mitata: its benchmarks are registered, and it runs none. */
import { keep } from '@steelyard/harness'
import type { MadeCase } from '@steelyard/harness/adopted'
import { labelledParams } from '../runtime/labelled-params.ts'
import { awaitRun, registry } from '../runtime/registry.ts'
import { freshWindow } from './fresh-arguments.ts'
import { stateWindow } from './state-window.ts'

type Fn = (...args: never[]) => unknown
type Args = Record<string, readonly unknown[]>
type NewArgs = Readonly<Record<string, readonly unknown[] | null>>

const GENERATOR = /^(?:Async)?GeneratorFunction$/

/** What a generator yields, where that is no function. */
interface Yielded {
  readonly bench?: Fn
  readonly manual?: Fn
  readonly concurrency?: number
  readonly [index: number]: () => unknown
}

const trials: B[] = []
let groups: readonly string[] = []

registry.finish = async () => {
  await awaitRun(() => trials.length > 0)
  for (const { groups: path, title, f, isBaseline, args_ } of trials) {
    const { params, configOf } = labelledParams(args_, undefined, undefined)
    registry.cases.push({
      path: [...path, title],
      params,
      isBaseline,
      make: chosen => made(f, configOf(chosen)),
    })
  }
}

/** A benchmark of a file, which it goes on to describe by chained calls. */
export class B {
  readonly f: Fn
  readonly groups: readonly string[] = groups
  title = ''
  isBaseline = false
  args_: Args = {}

  constructor(name: string, f: Fn) {
    if (typeof f !== 'function') throw new TypeError(`the benchmark '${name}' is no function`)
    this.f = f
    this.title = name
  }

  name(name: string): this {
    this.title = name
    return this
  }

  gc(): this {
    return this
  }

  highlight(): this {
    return this
  }

  compact(): this {
    return this
  }

  baseline(is = true): this {
    this.isBaseline = is
    return this
  }

  range(name: string, first: number, last: number, factor = 8): this {
    const values: number[] = []
    for (let value = first; value <= last; value *= factor) values.push(value)
    return this.args(name, values.includes(last) ? values : [...values, last])
  }

  dense_range(name: string, first: number, last: number, step = 1): this {
    const values: number[] = []
    for (let value = first; value <= last; value += step) values.push(value)
    return this.args(name, values.includes(last) ? values : [...values, last])
  }

  /** Takes a name and its values, those of `x` alone, or several in an object; null removes a name. */
  args(name: string | readonly unknown[] | NewArgs | null, values: readonly unknown[] | null = []): this {
    const ofX: NewArgs = Array.isArray(name) ? { x: name } : ((name ?? { x: null }) as NewArgs)
    for (const [key, list] of Object.entries(typeof name === 'string' ? { [name]: values } : ofX)) {
      if (list == null) delete this.args_[key]
      else this.args_[key] = list
    }
    return this
  }
}

async function made(f: Fn, args: Record<string, unknown>): Promise<MadeCase> {
  if (!GENERATOR.test(f.constructor.name)) {
    return f.length === 0 ? { run: f as () => unknown, state: undefined } : stateWindow(f, name => args[name])
  }
  const generator = f({ get: (name: string) => args[name] } as never) as Generator<Fn | Yielded>
  const { value, done } = await generator.next()
  // What follows its yield is what is to be done in the end.
  const end = async () => void (await generator.next())
  if (done) throw new TypeError('its generator yields nothing')
  // An argument of that name says it too, as in mitata.
  const { concurrency = args.concurrency } = value as Yielded
  if (Number(concurrency ?? 1) > 1) throw new TypeError('its calls are to run at the same time')
  if (typeof value === 'function') return { run: value as () => unknown, state: undefined, end }
  if (value.manual !== undefined) throw new TypeError('it reports its own time')
  const { bench: run } = value
  if (typeof run !== 'function') throw new TypeError('its generator yields no function')
  if (run.length === 0) return { run: run as () => unknown, state: undefined, end }
  const makers = Array.from({ length: run.length }, (_, index) => value[index] as () => unknown)
  return { ...freshWindow(run, makers), end }
}

export function bench(name: string | Fn, f?: Fn): B {
  const trial = typeof name === 'function' ? new B(name.name || 'anonymous', name) : new B(name, f as Fn)
  trials.push(trial)
  return trial
}

/** Older releases of mitata export it. */
export function baseline(name: string | Fn, f?: Fn): B {
  return bench(name, f).baseline()
}

export function group(
  name: string | { readonly name?: string } | (() => unknown),
  f?: () => unknown,
): unknown {
  if (typeof name === 'function') return name()
  const title = typeof name === 'string' ? name : name.name
  const outer = groups
  if (title !== undefined) groups = [...outer, title]
  const result = f?.()
  if (!(result instanceof Promise)) {
    groups = outer
    return result
  }
  return result.then(() => {
    groups = outer
  })
}

const plain = (f: () => unknown): unknown => f()

export { plain as barplot, plain as boxplot, plain as compact, plain as lineplot, plain as summary }

export const flags: Readonly<Record<string, number>> = { compact: 1, baseline: 2 }

export function do_not_optimize(value: unknown): void {
  keep(value)
}

export function clear(): void {}

export async function run(): Promise<object> {
  registry.hasRun = true
  return { layout: [], context: {}, benchmarks: [] }
}

export async function measure(): Promise<object> {
  throw new TypeError('it has mitata measure a function and does something with the numbers')
}
