import type { DynamicLibrary, WrappedFunction } from 'node:ffi'
import { createRequire } from 'node:module'
import { orNull } from './or-null.ts'

/** Parameters of functions of the C library. All return an `int`; those that return a state give -1 for a failure, and no reason. */
const PARAMETERS = {
  clock_gettime: ['i32', 'pointer'],
  clock_nanosleep: ['i32', 'i32', 'pointer', 'pointer'],
  connect: ['i32', 'pointer', 'u32'],
  flock: ['i32', 'i32'],
  mkfifo: ['string', 'u32'],
  poll: ['pointer', 'u64', 'i32'],
  prctl: ['i32', 'u64', 'u64', 'u64', 'u64'],
  sched_setaffinity: ['i32', 'u64', 'pointer'],
  sched_setscheduler: ['i32', 'i32', 'pointer'],
  socket: ['i32', 'i32', 'i32'],
} as const

type CFunctions = {
  readonly [Name in keyof typeof PARAMETERS]: WrappedFunction<'i32', (typeof PARAMETERS)[Name]>
}

let library: DynamicLibrary | null | undefined

const found = new Map<string, unknown>()

/** Returns functions of the C library; null where `node:ffi` or one of them is missing. */
export function cFunctions<Name extends keyof CFunctions>(...names: Name[]): Pick<CFunctions, Name> | null {
  if (library === undefined) library = loadLibrary()
  if (library === null) return null
  for (const name of names) if (!found.has(name)) found.set(name, functionOf(library, name))
  const functions = names.map(name => [name, found.get(name)] as const)
  if (functions.some(([, one]) => one === null)) return null
  return Object.fromEntries(functions) as unknown as Pick<CFunctions, Name>
}

function functionOf(from: DynamicLibrary, name: keyof CFunctions): unknown {
  return orNull(() => from.getFunction(name, { arguments: PARAMETERS[name], return: 'i32' }))
}

function loadLibrary(): DynamicLibrary | null {
  const { emitWarning } = process
  try {
    // The user need not read that it is experimental.
    process.emitWarning = () => {}
    // Not every Node has the module: hence no import.
    const { dlopen } = createRequire(import.meta.url)('node:ffi') as typeof import('node:ffi')
    return dlopen(null).lib
  } catch {
    return null
  } finally {
    process.emitWarning = emitWarning
  }
}
