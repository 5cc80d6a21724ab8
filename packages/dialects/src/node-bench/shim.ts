/** What files import from node:bench: benchmarks are registered, and none is run. */

import type { MadeCase } from '@steelyard/harness/adopted'
import {
  after,
  afterEach,
  type Block,
  before,
  beforeEach,
  begun,
  blockOf,
  file,
  type Leaf,
  type Marks,
  place,
  registerLeaves,
} from '../runtime/blocks.ts'
import { given, numbers } from '../runtime/given.ts'
import { isPromise } from '../runtime/promise.ts'
import { registry } from '../runtime/registry.ts'
import { type BenchFn, type BenchParams, madeCase } from './context.ts'

export { after, afterEach, before, beforeEach }

const benchmarks: Leaf[] = []
/** What must be done before the next suite is built, since one that waits for something is built still. */
let building: Promise<void> | null = null

registry.finish = async () => {
  while (building !== null) await building
  registerLeaves(benchmarks)
}

/** Benchmarks of one name may differ in their parameters alone. */
function titleOf(name: string, params: BenchParams): string {
  const listed = Object.keys(params)
    .sort()
    .map(key => `${key}=${params[key]}`)
  return [name, ...listed].join(' ')
}

/** Every runtime has it. */
declare const AbortController: new () => { readonly signal: unknown }

async function made(
  { name, params, fn }: { readonly name: string; readonly params: BenchParams; readonly fn: BenchFn },
  chain: readonly Block[],
): Promise<MadeCase> {
  const { signal } = new AbortController()
  const end = await begun(chain, (hook, block) =>
    hook(block === null ? { name, params, signal } : { name: block.name, signal }),
  )
  return { ...madeCase(fn, name, params, signal), end }
}

function declared<Fn extends (...args: never[]) => unknown>(args: readonly unknown[]) {
  const { fn, options } = given<Fn, Marks & { readonly params: BenchParams }>(args)
  if (fn === undefined) throw new TypeError('the "fn" argument must be of type function')
  const [first] = args
  return { name: typeof first === 'string' ? first : fn.name || '<anonymous>', options, fn }
}

const NOTHING = {
  samples: [],
  summary: numbers('mean', 'median', 'min', 'max', 'stddev', 'coefficientOfVariation', 'skewness'),
}

function benchWith(forced: Marks) {
  return async (...args: unknown[]): Promise<object> => {
    const { name, options, fn } = declared<BenchFn>(args)
    const params = { ...options.params }
    benchmarks.push({
      block: blockOf(place.current, titleOf(name, params), { ...options, ...forced }),
      make: chain => made({ name, params, fn }, chain),
    })
    return { name, params, ...NOTHING }
  }
}

export async function suite(...args: unknown[]): Promise<void> {
  const { name, options, fn } = declared<() => unknown>(args)
  const node = blockOf(place.current, name, options)
  const isInside = place.current !== file
  if (!isInside) while (building !== null) await building
  const outer = place.current
  let isBuilding = true
  // What the suite does after it has waited comes later than this, and what the file declares meanwhile sooner.
  void Promise.resolve().then(() => {
    if (isBuilding) place.current = node
  })
  place.current = node
  let value: unknown
  try {
    value = fn()
  } finally {
    isBuilding = isPromise(value)
    place.current = outer
  }
  if (!isBuilding) return
  const built = Promise.resolve(value).then(() => {
    isBuilding = false
    place.current = outer
    if (!isInside) building = null
  })
  if (!isInside) building = built
  await built
}

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
  return { after, afterEach, before, beforeEach, bench, describe: suite, run, suite }
}

export const bench = Object.assign(benchWith({}), {
  skip: benchWith({ skip: true }),
  only: benchWith({ only: true }),
})
/** What `require` returns, and an import by default. */
const whole = Object.assign(bench, { ...createRunner(), createRunner, runFile })

export { suite as describe, whole as default, whole as 'module.exports' }
