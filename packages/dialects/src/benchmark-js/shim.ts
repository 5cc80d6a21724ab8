/** What files import from benchmark.js: suites and benchmarks are registered, and none is run. */
import { awaitRun, registry } from '../runtime/registry.ts'
import { Benchmark, benchmarks } from './benchmark.ts'
import { Suite, suites } from './suite.ts'

registry.finish = async () => {
  await awaitRun(() => benchmarks.length > 0)
  for (const suite of suites) for (const one of suite.benchmarks) registerBenchmark(one, suite.name)
  const inSuites = new Set(suites.flatMap(suite => suite.benchmarks))
  for (const one of benchmarks) if (!inSuites.has(one)) registerBenchmark(one, undefined)
}

function registerBenchmark(benchmark: Benchmark, suite: string | undefined): void {
  const { name = `Test #${benchmark.id}`, unsupported } = benchmark
  registry.cases.push({
    path: suite === undefined ? [name] : [suite, name],
    unsupported,
    make: () => benchmark.made(),
  })
}

/** Benchmarks and suites are made with `new` and without it. */
const callable = <Made extends object>(made: new (...args: readonly never[]) => Made) =>
  new Proxy(made, { apply: (target, _, args) => new target(...(args as never[])) })
const CallableSuite = callable(Suite)

const whole = Object.assign(callable(Benchmark), {
  Benchmark,
  Suite: CallableSuite,
  options: {},
  platform: {},
  support: {},
  version: '2.1.4',
  formatNumber: (value: number): string => String(value),
  filter: (list: Iterable<Benchmark>): Benchmark[] => [...list],
  invoke: (): unknown[] => [],
})

export { Benchmark, CallableSuite as Suite, whole as default, whole as 'module.exports' }
