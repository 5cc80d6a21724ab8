/** What files import from node:bench: benchmarks are registered, and none is run. */

import { isPromise } from '../runtime/promise.ts'
import { register, registry } from '../runtime/registry.ts'
import { type BenchFn, type BenchParams, madeCase } from './context.ts'

type Hook = (context: object) => unknown
type SuiteFn = () => unknown

interface Options {
  readonly only?: boolean
  readonly skip?: boolean | string
  readonly params?: BenchParams
}

/** A suite, or the file itself. */
interface Suite extends Required<Pick<Options, 'only' | 'skip'>> {
  readonly parent: Suite | null
  readonly name: string
  readonly before: Hook[]
  readonly after: Hook[]
  readonly beforeEach: Hook[]
  readonly afterEach: Hook[]
}

interface Benchmark extends Suite {
  readonly parent: Suite
  readonly params: BenchParams
  readonly fn: BenchFn
}

const file = suiteOf(null, '', {})
const benchmarks: Benchmark[] = []
let current = file
/** What must be done before the next suite is built, since one that waits for something is built still. */
let building: Promise<void> | null = null

registry.finish = async () => {
  while (building !== null) await building
  const hasOnly = benchmarks.some(isOnly)
  for (const benchmark of benchmarks) {
    const chain = chainOf(benchmark)
    register({
      path: [...chain.slice(1).map(({ name }) => name), titleOf(benchmark)],
      unsupported: unsupportedOf(benchmark, hasOnly),
      make: () => made(benchmark, chain),
    })
  }
}

function suiteOf(parent: Suite | null, name: string, { only = false, skip = false }: Options): Suite {
  return { parent, name, only, skip, before: [], after: [], beforeEach: [], afterEach: [] }
}

/** Returns the suites around a benchmark, the file first. */
function chainOf({ parent }: Suite): readonly Suite[] {
  return parent === null ? [] : [...chainOf(parent), parent]
}

function isOnly(benchmark: Benchmark): boolean {
  return [benchmark, ...chainOf(benchmark)].some(({ only }) => only)
}

function unsupportedOf(benchmark: Benchmark, hasOnly: boolean): string | null {
  const skip = [benchmark, ...chainOf(benchmark)].map(one => one.skip).find(Boolean)
  if (skip) return typeof skip === 'string' ? `the file skips it: ${skip}` : 'the file skips it'
  return hasOnly && !isOnly(benchmark) ? 'the file runs only others' : null
}

/** Benchmarks of one name may differ in their parameters alone. */
function titleOf({ name, params }: Benchmark): string {
  const listed = Object.keys(params)
    .sort()
    .map(key => `${key}=${params[key]}`)
  return [name, ...listed].join(' ')
}

/** Every runtime has it. */
declare const AbortController: new () => { readonly signal: unknown }

async function made({ fn, name, params }: Benchmark, chain: readonly Suite[]) {
  const { signal } = new AbortController()
  const call = async (hooks: readonly Hook[], context: object) => {
    for (const hook of hooks) await hook(context)
  }
  for (const suite of chain) await call(suite.before, { name: suite.name, signal })
  for (const suite of chain) await call(suite.beforeEach, { name, params, signal })
  return {
    ...madeCase(fn, name, params, signal),
    async end() {
      const inner = [...chain].reverse()
      for (const suite of inner) await call(suite.afterEach, { name, params, signal })
      for (const suite of inner) await call(suite.after, { name: suite.name, signal })
    },
  }
}

interface Declared<Fn> {
  readonly name: string
  readonly options: Options
  readonly fn: Fn
}

function declared<Fn extends (...args: never[]) => unknown>(args: readonly unknown[]): Declared<Fn> {
  const fn = args.find(one => typeof one === 'function') as Fn | undefined
  if (fn === undefined) throw new TypeError('the "fn" argument must be of type function')
  const [first] = args
  const options = args.find(one => typeof one === 'object' && one !== null) as Options | undefined
  return { name: typeof first === 'string' ? first : fn.name || '<anonymous>', options: options ?? {}, fn }
}

const NOTHING = {
  samples: [],
  summary: Object.fromEntries(
    ['mean', 'median', 'min', 'max', 'stddev', 'coefficientOfVariation', 'skewness'].map(name => [
      name,
      Number.NaN,
    ]),
  ),
}

function benchWith(forced: Options) {
  return async (...args: unknown[]): Promise<object> => {
    const { name, options, fn } = declared<BenchFn>(args)
    const node = suiteOf(current, name, { ...options, ...forced })
    benchmarks.push({ ...node, parent: current, params: { ...options.params }, fn })
    return { name, params: { ...options.params }, ...NOTHING }
  }
}

export async function suite(...args: unknown[]): Promise<void> {
  const { name, options, fn } = declared<SuiteFn>(args)
  const node = suiteOf(current, name, options)
  const isInside = current !== file
  if (!isInside) while (building !== null) await building
  const outer = current
  let isBuilding = true
  // What the suite does after it has waited comes later than this, and what the file declares meanwhile sooner.
  void Promise.resolve().then(() => {
    if (isBuilding) current = node
  })
  current = node
  let value: unknown
  try {
    value = fn()
  } finally {
    isBuilding = isPromise(value)
    current = outer
  }
  if (!isBuilding) return
  const built = Promise.resolve(value).then(() => {
    isBuilding = false
    current = outer
    if (!isInside) building = null
  })
  if (!isInside) building = built
  await built
}

export const describe: typeof suite = (...args) => suite(...args)

export const before = (hook: Hook): void => void current.before.push(hook)
export const after = (hook: Hook): void => void current.after.push(hook)
export const beforeEach = (hook: Hook): void => void current.beforeEach.push(hook)
export const afterEach = (hook: Hook): void => void current.afterEach.push(hook)

/** A stream of no events. */
export function run(): object {
  registry.hasRun = true
  const stream = {
    on: () => stream,
    once: () => stream,
    pipe: () => stream,
    compose: () => stream,
    async *[Symbol.asyncIterator]() {},
  }
  return stream
}

export function runFile(): never {
  throw new TypeError('it has node:bench run a file')
}

export function createRunner(): object {
  return { after, afterEach, before, beforeEach, bench, describe, run, suite }
}

export const bench = Object.assign(benchWith({}), {
  skip: benchWith({ skip: true }),
  only: benchWith({ only: true }),
})
/** What `require` returns, and an import by default. */
const whole = Object.assign(bench, {
  after,
  afterEach,
  before,
  beforeEach,
  bench,
  createRunner,
  describe,
  run,
  runFile,
  suite,
})

export { whole as default, whole as 'module.exports' }
