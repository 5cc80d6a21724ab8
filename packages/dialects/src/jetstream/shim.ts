/** Takes the class that a workload of JetStream defines: the workload is one case. */
import { keep } from '@steelyard/harness'
import type { MadeCase } from '@steelyard/harness/adopted'
import { isPromise } from '../runtime/promise.ts'
import { registry } from '../runtime/registry.ts'

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
  if (workload.prepareForNextIteration === undefined) return { run: next, state: undefined }
  return {
    async window(count, watch) {
      for (let i = 0; i < count; i++) {
        workload.prepareForNextIteration?.()
        watch.start()
        const value = next()
        if (isPromise(value)) await value
        watch.stop()
        keep(value)
      }
    },
  }
}
