/** Takes the class that a workload of JetStream defines: the workload is one case. */
import type { MadeCase } from '@steelyard/harness/adopted'
import { registry } from '../runtime/registry.ts'
import { taskCase } from '../runtime/task-case.ts'

interface Workload {
  init?(): unknown
  prepareForNextIteration?(): unknown
  runIteration(iteration: number): unknown
}

/** The default of JetStream's driver, for which workloads prepare. */
const ITERATIONS = 120

registry.finish = exported => {
  const { Benchmark } = (exported ?? {}) as { readonly Benchmark?: new (iterations: number) => Workload }
  if (Benchmark === undefined) return
  registry.cases.push({ path: ['iteration'], make: () => made(new Benchmark(ITERATIONS)) })
}

async function made(workload: Workload): Promise<MadeCase> {
  await workload.init?.()
  let iterations = 0
  const next = () => workload.runIteration(iterations++ % ITERATIONS)
  const before = workload.prepareForNextIteration?.bind(workload)
  return taskCase(next, () => {}, { before })
}
