/** What benchmark files import from vitest: their benches are registered, and none is run. */
import type { MadeCase } from '@steelyard/harness/adopted'
import {
  type Block,
  begun,
  blockOf,
  chainOf,
  file,
  type Hook,
  isSkipped,
  type Leaf,
  type Marks,
  place,
  registerLeaves,
} from '../runtime/blocks.ts'
import { given } from '../runtime/given.ts'
import { registry } from '../runtime/registry.ts'
import { taskCase } from '../runtime/task-case.ts'
import { benchFixture, type FixtureBench, type RunOptions } from './bench-fixture.ts'
import { beginCase, expectation } from './own-tools.ts'

export { after as afterAll, afterEach, before as beforeAll, beforeEach } from '../runtime/blocks.ts'
export { expectation as assert, expectation as expect, mocks as vi, mocks as vitest } from './own-tools.ts'

type Fn = () => unknown

type TestFn = (context: object) => unknown

/** What each block holds, in order; the bodies of describes run when the file was loaded. */
const items = new Map<Block, (Leaf | (() => Promise<readonly Leaf[]>))[]>()

function add(item: Leaf | (() => Promise<readonly Leaf[]>)): void {
  const own = items.get(place.current)
  if (own) own.push(item)
  else items.set(place.current, [item])
}

registry.finish = async () => registerLeaves(await collected(file))

async function collected(block: Block): Promise<Leaf[]> {
  const all: Leaf[] = []
  for (const item of items.get(block) ?? []) all.push(...(typeof item === 'function' ? await item() : [item]))
  return all
}

/** Runs the hooks before a benchmark, and returns what runs those after it. */
async function hooked(chain: readonly Block[]): Promise<() => Promise<void>> {
  const undos: Hook[] = []
  const end = await begun(chain, async hook => {
    // A hook may return what undoes it.
    const undo = await hook()
    if (typeof undo === 'function') undos.unshift(undo as Hook)
  })
  const last = [...undos]
  return async () => {
    await end()
    for (const undo of last) await undo()
  }
}

/** Returns what makes a case when the hooks around it have run; `end` runs those after it. */
function making(make: (end: () => Promise<void>) => MadeCase | Promise<MadeCase>): Leaf['make'] {
  return async chain => {
    const one = await make(await hooked(chain))
    beginCase()
    return one
  }
}

type AddBench = (name: string | { readonly name: string }, fn?: Fn, options?: RunOptions) => void

function benchIn(marks: Marks): AddBench {
  return (name, fn = () => {}, options = {}) => {
    const task = {}
    add({
      block: blockOf(place.current, nameOf(name), marks),
      make: making(async end => {
        await options.setup?.(task, 'run')
        return taskCase(fn, async () => {
          await options.teardown?.(task, 'run')
          await end()
        })
      }),
    })
  }
}

type AddBlock = (name: string | { readonly name: string }, ...rest: unknown[]) => void

/** A test that is given no `bench` is left out. One that is gives its benchmarks when it runs, which it does for each. */
function testIn(marks: Marks): AddBlock {
  return (name, ...rest) => {
    const { fn, options } = given<TestFn, Marks>(rest)
    if (fn === undefined || fn.length === 0 || !/\bbench\b/.test(String(fn))) return
    const block = blockOf(place.current, nameOf(name), { ...options, ...marks })
    add(async () => {
      const found = isSkipped(block) ? [NEVER_RUN] : await benchesOf(fn, chainOf(block))
      return found.map((one, index) => ({
        block: blockOf(block, one.name, {}),
        make: making(end => heldCase(fn, index, end)),
      }))
    })
  }
}

/** The fixture of a test that the file skips is unknown. */
const NEVER_RUN: FixtureBench = { name: 'bench', fn: () => {}, options: {} }

async function benchesOf(fn: TestFn, chain: readonly Block[]): Promise<readonly FixtureBench[]> {
  const { bench, found } = benchFixture(null)
  const end = await hooked(chain)
  try {
    await fn(contextWith(bench))
  } catch (error) {
    // A file may throw after its cases, since it finds no results to read.
    if (found.length === 0) throw error
  }
  await end()
  return found
}

/** Runs a test up to where it has one of its benchmarks run, and on in the end. */
function heldCase(fn: TestFn, index: number, end: () => Promise<void>): Promise<MadeCase> {
  return new Promise((resolve, reject) => {
    let release = () => {}
    const ended = new Promise<void>(go => {
      release = go
    })
    const { bench } = benchFixture({
      index,
      async reached({ fn: run, options }, { concurrency, setup, teardown }) {
        if (concurrency) throw new TypeError('its calls are to run at the same time')
        await setup?.({}, 'run')
        await options.beforeAll?.()
        const finish = async () => {
          await options.afterAll?.()
          await teardown?.({}, 'run')
          release()
          await test
          await end()
        }
        resolve(taskCase(run, finish, { before: options.beforeEach, after: options.afterEach }))
        await ended
      },
    })
    const test = (async () => fn(contextWith(bench)))().then(
      () => reject(new Error('its test does not run it')),
      error => reject(error),
    )
  })
}

function contextWith(bench: unknown): object {
  return {
    bench,
    expect: expectation,
    task: {},
    skip: none,
    annotate: none,
    onTestFinished: none,
    onTestFailed: none,
  }
}

function describeIn(marks: Marks): AddBlock {
  return (name, ...rest) => {
    const { fn: body, options } = given<Fn, Marks>(rest)
    const block = blockOf(place.current, nameOf(name), { ...options, ...marks })
    add(async () => {
      const outer = place.current
      place.current = block
      await body?.()
      place.current = outer
      return collected(block)
    })
  }
}

function nameOf(name: string | { readonly name: string }): string {
  return typeof name === 'string' ? name : name.name
}

/** Adds the forms that skip, choose and repeat. */
function withForms<Add extends AddBench | AddBlock>(form: (marks: Marks) => Add) {
  const run = form({})
  const skip = form({ skip: true })
  /** `each` gives the values of a table as arguments; `for` gives each value as it is, and to a test its context. */
  const repeated =
    (isEach: boolean) =>
    (values: readonly unknown[], ...inTemplate: readonly unknown[]) => {
      if (inTemplate.length > 0) throw new TypeError('it lists values in a template, not in an array')
      const isTable = isEach && values.every(value => Array.isArray(value))
      return (name: string, ...rest: readonly unknown[]): void => {
        const { fn = () => {}, options } = given<(...args: unknown[]) => unknown, object>(rest)
        const isGiven = !isEach && fn.length > 1
        for (const [index, value] of values.entries()) {
          const call = isTable ? () => fn(...(value as unknown[])) : () => fn(value)
          const withContext = (context: object) => fn(value, context)
          const one = isGiven ? Object.assign(withContext, { toString: () => String(fn) }) : call
          run(formatted(name, [value].flat(), index), one as Fn, options)
        }
      }
    }
  return Object.assign(run, {
    ...{ skip, only: form({ only: true }), todo: skip, each: repeated(true), for: repeated(false) },
    skipIf: (condition: unknown) => (condition ? skip : run),
    runIf: (condition: unknown) => (condition ? run : skip),
    ...{ concurrent: run, sequential: run, shuffle: run },
  })
}

/** Puts values in the place of `%s` and its like, and `$name`. */
function formatted(name: string, values: readonly unknown[], index: number): string {
  let at = 0
  const [first] = values
  return name
    .replace(/%[sdifjo#%]/g, sign =>
      sign === '%%' ? '%' : sign === '%#' ? String(index) : textOf(values[at++]),
    )
    .replace(/\$(\w+)/g, (sign, key: string) =>
      typeof first === 'object' && first !== null && key in first
        ? textOf((first as Record<string, unknown>)[key])
        : sign,
    )
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const bench = withForms(benchIn)
export const describe = withForms(describeIn)
export const test = withForms(testIn)

const none = (): void => {}

export { describe as suite, none as onTestFailed, none as onTestFinished, test as it }
