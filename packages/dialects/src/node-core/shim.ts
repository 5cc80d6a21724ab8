/** What files of Node's `benchmark/` require as `common.js`: its benchmark is registered, and not run. */
import type { Stopwatch } from '@steelyard/harness/adopted'
import { labelledParams, type Values } from '../runtime/labelled-params.ts'
import { isPromise } from '../runtime/promise.ts'
import { registry } from '../runtime/registry.ts'

type Main = (this: unknown, config: Config) => unknown
type Config = Record<string, unknown>

interface Options {
  /** Some files give one alone. */
  readonly flags?: string | readonly string[]
  readonly combinationFilter?: (config: Config) => boolean
  /** Is given all configurations that will run, before the first of them does. */
  readonly setup?: (configs: readonly Config[]) => void
}

/** What a file calls its number of iterations. The first that it has is chosen by the schedule. */
const COUNTS = ['n', 'iterations', 'iter', 'num', 'count', 'times', 'millions', 'thousands']

/** What a file calls the seconds that it runs for. */
const DURATIONS = ['dur', 'duration']

/** A port that nothing listens on: files that start servers find that out by themselves. */
export const PORT = 12346

export function createBenchmark(main: Main, configs: Values, options: Options = {}): Benchmark {
  const benchmark = new Benchmark()
  const name = main.name || 'main'
  if (!isGrouped(configs)) registerMain(benchmark, [name], main, configs, options)
  else {
    for (const [group, values] of Object.entries(configs)) {
      registerMain(benchmark, [name, group], main, { group: [group], ...values }, options)
    }
  }
  return benchmark
}

/** Whether each value is a group of parameters, which has values of its own. */
function isGrouped(configs: Values): configs is Readonly<Record<string, Values>> {
  const values = Object.values(configs)
  return (
    values.length > 0 && values.every(one => typeof one === 'object' && one !== null && !Array.isArray(one))
  )
}

function registerMain(
  benchmark: Benchmark,
  path: readonly string[],
  main: Main,
  values: Values,
  { flags, combinationFilter, setup }: Options,
): void {
  const count = COUNTS.find(name => name in values)
  const { params, leftOut, isEmpty, configOf } = labelledParams(values, count, combinationFilter)
  const timed = count === undefined ? DURATIONS.find(one => one in values) : undefined
  const unsupported = isEmpty
    ? 'its file leaves out every combination'
    : timed === undefined
      ? unsupportedOf(flags)
      : `it runs for a time of its own (${timed}), and counts what it gets done`
  const own = path.length > 1 ? withoutGroup : <One>(one: One) => one
  registry.cases.push({
    path,
    params: own(params),
    leftOut: leftOut.map(own),
    unsupported,
    make: chosen => {
      const config = configOf(chosen)
      let isSetUp = false
      return {
        window(iterations, watch) {
          if (!isSetUp) setUpFor(config, count, values, setup)
          isSetUp = true
          return count === undefined
            ? benchmark.repeat(main, config, watch, iterations)
            : benchmark.run(main, { ...config, [count]: iterations }, watch)
        },
      }
    },
  })
}

/**
 * Sets up for one configuration.
 *
 * @param count what it calls its number of iterations, for which it may not prepare: that is chosen here, again and again
 */
function setUpFor(config: Config, count: string | undefined, values: Values, setup: Options['setup']): void {
  let isPreparing = true
  const given = { ...config }
  if (count !== undefined) {
    Object.defineProperty(given, count, {
      enumerable: true,
      get() {
        if (isPreparing) throw new Error(`its setup prepares for a number of iterations (${count})`)
        return [values[count]].flat()[0]
      },
    })
  }
  setup?.([given])
  isPreparing = false
}

/** The group is in the name of the case. */
function withoutGroup<Value>({ group: _, ...others }: Readonly<Record<string, Value>>) {
  return others
}

function unsupportedOf(flags: string | readonly string[] = []): string | null {
  const asked = [flags].flat()
  const lacking = asked.filter(flag => !host?.execArgv?.includes(flag))
  if (lacking.length === 0) return null
  return `it asks for the flags ${lacking.join(' ')}: name the target 'node ${asked.join(' ')}'`
}

/** Some runtimes have it, some a part of it. */
declare const process:
  | {
      readonly execArgv?: readonly string[]
      readonly env?: Record<string, string | undefined>
      readonly cwd?: () => string
    }
  | undefined
declare const navigator: { readonly userAgent?: string } | undefined

// Node's `test/common/tmpdir.js` empties a folder next to it, one for all processes. Here several run at once, each in a
// folder of its own. In workerd that cannot be written; its /tmp is of each process, and in memory.
const host = typeof process === 'undefined' ? undefined : process
const isWorkerd = typeof navigator !== 'undefined' && navigator.userAgent === 'Cloudflare-Workers'
if (host?.env) host.env.NODE_TEST_DIR ??= isWorkerd ? '/tmp' : host.cwd?.()

/** What a file has of its benchmark. */
class Benchmark {
  readonly flags: readonly string[] = []
  #watch: Stopwatch | null = null
  #ended: () => void = () => {}

  /** Runs the file's own function once; resolves when it has ended its window. */
  run(main: Main, config: Config, watch: Stopwatch): unknown {
    let hasEnded = false
    this.#watch = watch
    const ended = new Promise<void>(resolve => {
      this.#ended = () => {
        hasEnded = true
        resolve()
      }
    })
    const returned = main.call(this, config)
    if (hasEnded && !isPromise(returned)) return undefined
    return Promise.all([returned, ended])
  }

  /** For a file that names no number of iterations: one is one run of its function. */
  async repeat(main: Main, config: Config, watch: Stopwatch, times: number): Promise<void> {
    for (let i = 0; i < times; i++) await this.run(main, { ...config }, watch)
  }

  start(): void {
    this.#watch?.start()
  }

  end(operations: number): void {
    this.#watch?.stop()
    this.#watch?.units(operations)
    this.#ended()
  }

  report(): void {}

  http(): never {
    throw new Error('it sends load to a server')
  }
}
