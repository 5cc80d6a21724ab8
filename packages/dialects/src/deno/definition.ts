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

type Options = Partial<Definition>

/**
 * Returns what the arguments of `Deno.bench` define, in all forms that it takes.
 *
 * @throws TypeError where Deno throws it
 */
export function definitionOf([first, second, third]: readonly unknown[]): Definition {
  if (typeof first === 'string') {
    if (typeof second === 'function') return named(first, {}, second)
    if (typeof third !== 'function') throw new TypeError('Missing bench function')
    const options = (second ?? {}) as Options
    refuse(options, 'fn')
    refuse(options, 'name')
    return named(first, options, third)
  }
  if (typeof first === 'function') {
    if (second !== undefined && second !== null) throw new TypeError('Unexpected second argument')
    return named(first.name, {}, first)
  }
  const options = (first ?? {}) as Options
  if (typeof second === 'function') {
    refuse(options, 'fn')
    return named(options.name ?? second.name, options, second)
  }
  if (typeof options.fn !== 'function') throw new TypeError("Expected 'fn' to be a bench function")
  return named(options.name ?? options.fn.name, options, options.fn)
}

function named(name: string, options: Options, fn: unknown): Definition {
  if (!name) throw new TypeError("The bench name can't be empty")
  return { ...options, name, fn: fn as BenchFn }
}

function refuse(options: Options, field: 'fn' | 'name'): void {
  if (options[field] !== undefined && options[field] !== null) {
    throw new TypeError(`Unexpected '${field}' field in options`)
  }
}
