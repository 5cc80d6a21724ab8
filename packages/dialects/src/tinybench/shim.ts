/** What files import from tinybench: its tasks are registered, and it calls none. */
import { awaitRun, registry } from '../runtime/registry.ts'
import { taskCase } from '../runtime/task-case.ts'
import { NO_RESULT } from './no-result.ts'

type Hook = (this: Task | undefined, ...args: unknown[]) => unknown

type TaskOptions = Readonly<Partial<Record<'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll', Hook>>>

interface BenchOptions {
  readonly name?: string
  readonly setup?: Hook
  readonly teardown?: Hook
  readonly concurrency?: 'bench' | 'task' | null
}

const MODE = 'run'
const benches: Bench[] = []

registry.finish = async () => {
  await awaitRun(() => benches.some(({ tasks }) => tasks.length > 0))
  for (const task of benches.flatMap(({ tasks }) => tasks)) {
    const { bench, name, fn, fnOpts } = task
    registry.cases.push({
      path: bench.name === undefined ? [name] : [bench.name, name],
      unsupported: bench.concurrency ? 'its calls are to run at the same time' : null,
      async make() {
        await bench.setup?.call(undefined, task, MODE)
        await fnOpts.beforeAll?.call(task, MODE)
        const end = async () => {
          await fnOpts.afterAll?.call(task, MODE)
          await bench.teardown?.call(undefined, task, MODE)
        }
        const { beforeEach, afterEach } = fnOpts
        return taskCase(fn, end, {
          before: beforeEach && (() => beforeEach.call(task, MODE)),
          after: afterEach && (() => afterEach.call(task, MODE)),
        })
      },
    })
  }
}

/** What a file may ask of both, and nothing follows from. */
class Quiet {
  addEventListener(): void {}
  removeEventListener(): void {}
  reset(): void {}
  warmupSync(): void {}
  async warmup(): Promise<void> {}
}

export class Task extends Quiet {
  readonly name: string
  readonly fn: () => unknown
  readonly fnOpts: TaskOptions
  readonly bench: Bench
  readonly result: object = NO_RESULT
  readonly runs: number = 0

  constructor(bench: Bench, name: string, fn: () => unknown, fnOpts: TaskOptions = {}) {
    super()
    if (typeof fn !== 'function') throw new TypeError(`the task '${name}' is no function`)
    this.bench = bench
    this.name = name
    this.fn = fn
    this.fnOpts = fnOpts
  }

  async run(): Promise<this> {
    return this.runSync()
  }

  runSync(): this {
    registry.hasRun = true
    return this
  }
}

export class Bench extends Quiet {
  readonly name: string | undefined
  readonly opts: BenchOptions
  readonly now: () => number = now
  /** Files may set these later. */
  concurrency: BenchOptions['concurrency']
  setup: Hook | undefined
  teardown: Hook | undefined
  tasks: readonly Task[] = []

  constructor(options: BenchOptions = {}) {
    super()
    this.name = options.name
    this.opts = options
    this.concurrency = options.concurrency
    this.setup = options.setup
    this.teardown = options.teardown
    benches.push(this)
  }

  get results(): object[] {
    return this.tasks.map(({ result }) => result)
  }

  add(name: string, fn: () => unknown, options?: TaskOptions): this {
    this.tasks = [...this.tasks, new Task(this, name, fn, options)]
    return this
  }

  todo(): this {
    return this
  }

  remove(name: string): this {
    this.tasks = this.tasks.filter(task => task.name !== name)
    return this
  }

  getTask(name: string): Task | undefined {
    return this.tasks.find(task => task.name === name)
  }

  table(): object[] {
    return this.tasks.map(({ name }) => ({ 'Task name': name }))
  }

  async run(): Promise<readonly Task[]> {
    return this.runSync()
  }

  runSync(): readonly Task[] {
    registry.hasRun = true
    return this.tasks
  }
}

/** Every runtime has it. */
declare const performance: { now(): number }

export const now = (): number => performance.now()
export const nToMs = (ns: number): number => ns / 1e6
export const mToNs = (ms: number): number => ms * 1e6
export const formatNumber = (value: number): string => String(value)

export { now as hrtimeNow, now as performanceNow }
