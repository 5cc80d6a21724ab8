/** What benchmark files import from vitest: their benches are registered, and none is run. */
import type { MadeCase } from '@steelyard/harness/adopted'
import { register, registry } from '../runtime/registry.ts'
import { functionCase } from '../runtime/task-case.ts'

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

interface Item {
  readonly suite: Suite
  readonly name: string
  readonly mode: Mode
  readonly fn: Fn
  readonly options: BenchOptions
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
      ...(isSkipped ? { unsupported: 'the file skips it' } : {}),
      ...(isLeftOut ? { unsupported: 'the file runs only others' } : {}),
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

async function made({ fn, options }: Item, chain: readonly Suite[]): Promise<MadeCase> {
  const task = {}
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
  await options.setup?.(task, 'run')
  return functionCase(fn, async () => {
    await options.teardown?.(task, 'run')
    const inner = [...chain].reverse()
    for (const { afterEach } of inner) for (const hook of afterEach) await hook()
    for (const { afterAll } of inner) for (const hook of afterAll) await hook()
    for (const undo of ends) await undo()
  })
}

type AddBench = (name: string | { readonly name: string }, fn?: Fn, options?: BenchOptions) => void

function benchIn(mode: Mode): AddBench {
  return (name, fn = () => {}, options = {}) => {
    current.items.push({ suite: current, name: nameOf(name), mode, fn, options })
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
function withForms<Add extends AddBench | AddSuite>(form: (mode: Mode) => Add) {
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

/** Tests are no benches: they are left out, as vitest does. */
const leftOut = (): AddBench => () => {}
export const test = withForms(leftOut)
export const it = withForms(leftOut)

export const beforeAll = (hook: Hook): void => void current.beforeAll.push(hook)
export const afterAll = (hook: Hook): void => void current.afterAll.push(hook)
export const beforeEach = (hook: Hook): void => void current.beforeEach.push(hook)
export const afterEach = (hook: Hook): void => void current.afterEach.push(hook)
