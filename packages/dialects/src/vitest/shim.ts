/** What benchmark files import from vitest: their benches are registered, and none is run. */
import type { MadeCase } from '@steelyard/harness/adopted'
import { register, registry } from '../runtime/registry.ts'
import { functionCase, taskCase } from '../runtime/task-case.ts'
import { benchFixture, type FixtureBench } from './bench-fixture.ts'
import { beginCase, expectation, mocks } from './own-tools.ts'

type Fn = () => unknown
type Hook = (...args: unknown[]) => unknown
type Mode = 'run' | 'only' | 'skip' | 'todo'

interface BenchOptions {
  readonly setup?: Hook
  readonly teardown?: Hook
}

/** A `describe`, or the file itself. */
interface Suite {
  readonly parent: Suite | null
  readonly name: string
  readonly mode: Mode
  readonly beforeAll: Hook[]
  readonly afterAll: Hook[]
  readonly beforeEach: Hook[]
  readonly afterEach: Hook[]
  /** What it holds, in order; the bodies of describes run when the file was loaded. */
  readonly items: (Item | (() => Promise<readonly Item[]>))[]
}

type TestFn = (context: object) => unknown

interface Item {
  readonly suite: Suite
  readonly name: string
  readonly mode: Mode
  /** Makes its case when the hooks around it have run; `end` runs those after it. */
  readonly make: (end: () => Promise<void>) => MadeCase | Promise<MadeCase>
}

const file = suiteOf(null, '', 'run')
let current = file

function suiteOf(parent: Suite | null, name: string, mode: Mode): Suite {
  return { parent, name, mode, beforeAll: [], afterAll: [], beforeEach: [], afterEach: [], items: [] }
}

registry.finish = async () => {
  const items = await collected(file)
  const hasOnly = items.some(isOnly)
  for (const item of items) {
    const { suite, name, mode } = item
    const chain = chainOf(suite)
    const isSkipped = [mode, ...chain.map(one => one.mode)].some(one => one === 'skip' || one === 'todo')
    const isLeftOut = hasOnly && !isOnly(item)
    register({
      path: [...chain.slice(1).map(one => one.name), name],
      unsupported: isLeftOut ? 'the file runs only others' : isSkipped ? 'the file skips it' : null,
      make: () => made(item, chain),
    })
  }
}

/** Returns a suite and those around it, the outermost first. */
function chainOf(suite: Suite): readonly Suite[] {
  return suite.parent === null ? [suite] : [...chainOf(suite.parent), suite]
}

function isOnly({ mode, suite }: Item): boolean {
  return mode === 'only' || chainOf(suite).some(one => one.mode === 'only')
}

async function collected({ items }: Suite): Promise<Item[]> {
  const all: Item[] = []
  for (const item of items) all.push(...(typeof item === 'function' ? await item() : [item]))
  return all
}

/** Runs the hooks before a benchmark, and returns what runs those after it. */
async function begun(chain: readonly Suite[]): Promise<() => Promise<void>> {
  const ends: Hook[] = []
  const begin = async (hooks: readonly Hook[]) => {
    for (const hook of hooks) {
      // A hook may return what undoes it.
      const undo = await hook()
      if (typeof undo === 'function') ends.unshift(undo as Hook)
    }
  }
  for (const { beforeAll } of chain) await begin(beforeAll)
  for (const { beforeEach } of chain) await begin(beforeEach)
  return async () => {
    const inner = [...chain].reverse()
    for (const { afterEach } of inner) for (const hook of afterEach) await hook()
    for (const { afterAll } of inner) for (const hook of afterAll) await hook()
    for (const undo of ends) await undo()
  }
}

async function made({ make }: Item, chain: readonly Suite[]): Promise<MadeCase> {
  const one = await make(await begun(chain))
  beginCase()
  return one
}

type AddBench = (name: string | { readonly name: string }, fn?: Fn, options?: BenchOptions) => void

function benchIn(mode: Mode): AddBench {
  return (name, fn = () => {}, options = {}) => {
    const task = {}
    const make = async (end: () => Promise<void>) => {
      await options.setup?.(task, 'run')
      return functionCase(fn, async () => {
        await options.teardown?.(task, 'run')
        await end()
      })
    }
    current.items.push({ suite: current, name: nameOf(name), mode, make })
  }
}

type AddTest = (name: string | { readonly name: string }, ...rest: unknown[]) => void

/** A test that is given no `bench` is left out. One that is gives its benchmarks when it runs, which it does for each. */
function testIn(mode: Mode): AddTest {
  return (name, ...rest) => {
    const fn = rest.find(one => typeof one === 'function') as TestFn | undefined
    if (fn === undefined || fn.length === 0 || !/\bbench\b/.test(String(fn))) return
    const suite = suiteOf(current, nameOf(name), mode)
    current.items.push(async () => {
      const isLeftOut = [suite, ...chainOf(suite)].some(one => one.mode === 'skip' || one.mode === 'todo')
      const found = isLeftOut ? [NEVER_RUN] : await benchesOf(fn, chainOf(suite))
      return found.map((one, index) => ({
        ...{ suite, name: one.name, mode: 'run' as const },
        make: end => heldCase(fn, index, end),
      }))
    })
  }
}

/** The fixture of a test that the file skips is unknown. */
const NEVER_RUN: FixtureBench = { name: 'bench', fn: () => {}, options: {} }

async function benchesOf(fn: TestFn, chain: readonly Suite[]): Promise<readonly FixtureBench[]> {
  const { bench, found } = benchFixture(null)
  const end = await begun(chain)
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
      async reached({ fn: run, options }) {
        await options.beforeAll?.()
        const finish = async () => {
          await options.afterAll?.()
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
  const none = () => {}
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

type AddSuite = (name: string | { readonly name: string }, ...rest: unknown[]) => void

function describeIn(mode: Mode): AddSuite {
  return (name, ...rest) => {
    const body = rest.find(one => typeof one === 'function') as (() => unknown) | undefined
    const suite = suiteOf(current, nameOf(name), mode)
    current.items.push(async () => {
      const outer = current
      current = suite
      await body?.()
      current = outer
      return collected(suite)
    })
  }
}

function nameOf(name: string | { readonly name: string }): string {
  return typeof name === 'string' ? name : name.name
}

/** Adds the forms that skip, choose and repeat. */
function withForms<Add extends AddBench | AddSuite | AddTest>(form: (mode: Mode) => Add) {
  const run = form('run')
  const skip = form('skip')
  const each =
    (values: readonly unknown[]) =>
    (name: string, fn: (...args: unknown[]) => unknown, ...rest: unknown[]): void => {
      for (const [index, value] of values.entries()) {
        const list = Array.isArray(value) ? value : [value]
        run(formatted(name, list, index), (() => fn(...list)) as Fn, ...(rest as []))
      }
    }
  return Object.assign(run, {
    ...{ skip, only: form('only'), todo: form('todo'), each, for: each },
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
export const suite = withForms(describeIn)

export const test = withForms(testIn)
export const it = withForms(testIn)
export const expect = expectation
export const assert = expectation
export const vi = mocks
export const vitest = mocks
export const onTestFinished = (): void => {}
export const onTestFailed = (): void => {}

export const beforeAll = (hook: Hook): void => void current.beforeAll.push(hook)
export const afterAll = (hook: Hook): void => void current.afterAll.push(hook)
export const beforeEach = (hook: Hook): void => void current.beforeEach.push(hook)
export const afterEach = (hook: Hook): void => void current.afterEach.push(hook)
