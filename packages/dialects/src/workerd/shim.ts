/** Asks what a worker exports for its cases, as workerd does: what `bench()` gives to `run` is registered, and not run. */
import { keep } from '@steelyard/harness'
import { type BatchOptions, batchCase } from '../runtime/batches.ts'
import { registry } from '../runtime/registry.ts'

interface CaseOptions extends BatchOptions {
  readonly skip?: unknown
}

interface Entrypoint {
  bench?(controller: object, env: object, context: object): unknown
}

registry.finish = async exported => {
  // As in its reports, the default comes first and has no name.
  const { default: unnamed, ...named } = (exported ?? {}) as Record<string, Entrypoint | null | undefined>
  await registerCases([], unnamed)
  for (const [name, entrypoint] of Object.entries(named)) await registerCases([name], entrypoint)
}

/** Nothing is bound to a worker here. */
const ENVIRONMENT = {}
const CONTEXT = { waitUntil() {}, passThroughOnException() {}, props: {}, exports: {} }

async function registerCases(path: readonly string[], entrypoint: Entrypoint | null | undefined) {
  if (typeof entrypoint?.bench !== 'function') return
  const names = new Set<string>()
  let isOpen = true
  const controller = {
    options: { filter: undefined, quick: false },
    run(name: string, run: (state?: unknown) => unknown, options: CaseOptions = {}) {
      if (!isOpen)
        throw new Error('run() must be called by bench(), before it returns or its promise resolves.')
      if (typeof run !== 'function') throw new TypeError(`the case '${name}' is no function`)
      if (names.has(name)) throw new Error(`A case named "${name}" is already registered.`)
      names.add(name)
      registry.cases.push({
        path: [...path, name],
        ...(options.skip ? { unsupported: 'the file skips it' } : {}),
        make: () => batchCase(run, options),
      })
    },
    blackBox<Value>(value: Value): Value {
      keep(value)
      return value
    },
  }
  await entrypoint.bench(controller, ENVIRONMENT, CONTEXT)
  isOpen = false
}
