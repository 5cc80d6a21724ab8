/** The `bench` that a test of vitest 5 is given: it is registered by its place among those of its test. */
import type { Hook } from '../runtime/blocks.ts'
import { given } from '../runtime/given.ts'
import { NO_RESULT } from '../tinybench/no-result.ts'

type Fn = () => unknown

/** Options of a task in tinybench. */
type FixtureOptions = Readonly<Partial<Record<'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', Fn>>>

/** A benchmark as a test registers it. */
export interface FixtureBench {
  readonly name: string
  readonly fn: Fn
  readonly options: FixtureOptions
}

/** The only benchmark that a run of a test is about; null for a run that shows what there are. */
export interface Held {
  readonly index: number
  /** Called when the test has it run; what is returned is awaited by the test. */
  reached(bench: FixtureBench, options: RunOptions): Promise<unknown>
}

/** Options of a run in tinybench. How often and how long it is to run is not read. */
export interface RunOptions {
  readonly concurrency?: unknown
  readonly setup?: Hook
  readonly teardown?: Hook
}

interface Registration {
  readonly name: string
  readonly index: number
  run(options?: RunOptions): Promise<unknown>
}

/** A stored result, and how one project compares with another, are not asked for. */
const NONE = -1

/** Returns the fixture, and the list that it adds to. */
export function benchFixture(held: Held | null): { readonly bench: unknown; readonly found: FixtureBench[] } {
  const found: FixtureBench[] = []
  const registered = (index: number): Registration => ({
    name: found[index]?.name ?? '',
    index,
    run: (options = {}) => runOf([index], options),
  })
  const runOf = async (indexes: readonly number[], options: RunOptions): Promise<unknown> => {
    const one = held === null || !indexes.includes(held.index) ? undefined : found[held.index]
    if (one !== undefined) await held?.reached(one, options)
    return NO_RESULT
  }
  const add = (name: string | { readonly name: string }, ...rest: readonly unknown[]): Registration => {
    const { fn, options } = given<Fn, FixtureOptions>(rest)
    if (fn === undefined) throw new TypeError(`the benchmark '${String(name)}' is no function`)
    found.push({ name: typeof name === 'string' ? name : name.name, fn, options })
    return registered(found.length - 1)
  }
  const compare = async (...given: readonly (Registration | object)[]) => {
    const options = given.find(one => !('index' in one)) ?? {}
    await runOf(
      given.flatMap(one => ('index' in one ? [one.index] : [])),
      options,
    )
    return new Map(given.flatMap(one => ('index' in one ? [[one.name, NO_RESULT] as const] : [])))
  }
  const from = (name: string): Registration => ({ ...registered(NONE), name })
  const bench = Object.assign(add, { compare, from, perProject: add, withBaseline: add })
  return { bench, found }
}
