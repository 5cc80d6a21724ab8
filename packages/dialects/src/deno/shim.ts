/** Takes the place of `Deno.bench`: registers benchmarks and runs none. The rest of `Deno` is unchanged. */
import { given } from '../runtime/given.ts'
import { registry } from '../runtime/registry.ts'
import { type BenchFn, madeCase } from './context.ts'

/** A benchmark as a file defines it. How often and how long it is to run is not read. */
interface Definition {
  readonly name: string
  readonly fn: BenchFn
  readonly group?: string | null
  readonly baseline?: boolean
  readonly only?: boolean
  readonly ignore?: boolean
  readonly permissions?: unknown
}

const definitions: Definition[] = []

registry.finish = () => {
  const hasOnly = definitions.some(({ only }) => only)
  for (const definition of definitions) {
    const { name, group, baseline, fn } = definition
    registry.cases.push({
      path: group ? [group, name] : [name],
      isBaseline: baseline === true,
      unsupported: unsupportedOf(definition, hasOnly),
      make: () => madeCase(name, fn),
    })
  }
}

function unsupportedOf({ ignore, only, permissions }: Definition, hasOnly: boolean): string | null {
  if (ignore) return 'the file skips it'
  if (hasOnly && !only) return 'the file runs only others'
  if (permissions !== undefined && permissions !== null && permissions !== 'inherit') {
    return 'it asks for permissions of its own'
  }
  return null
}

/**
 * Returns what the arguments of `Deno.bench` define, in all forms that it takes.
 *
 * @throws TypeError without a function or a name, as Deno does
 */
export function definitionOf(args: readonly unknown[]): Definition {
  const { fn: own, options } = given<BenchFn, Definition>(args)
  const [first] = args
  const fn = own ?? options.fn
  if (typeof fn !== 'function') throw new TypeError('Missing bench function')
  const name = typeof first === 'string' ? first : (options.name ?? fn.name)
  if (!name) throw new TypeError("The bench name can't be empty")
  return { ...options, name, fn }
}

export function steelyard$Deno$bench(...args: unknown[]): void {
  definitions.push(definitionOf(args))
}
