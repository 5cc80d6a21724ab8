import { given } from '../runtime/given.ts'
import type { BenchFn } from './context.ts'

/** A benchmark as a file defines it. How often and how long it is to run is not read. */
export interface Definition {
  readonly name: string
  readonly fn: BenchFn
  readonly group?: string | null
  readonly baseline?: boolean
  readonly only?: boolean
  readonly ignore?: boolean
  readonly permissions?: unknown
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
