import { createRequire } from 'node:module'
import { orNull } from './or-null.ts'

/** Functions of the C library, as C declares them. Those that return a state return -1 for a failure, and no reason. */
interface CFunctions {
  clock_gettime(clock: number, time: BigInt64Array): number
  clock_nanosleep(clock: number, flags: number, time: BigInt64Array, left: BigInt64Array | null): number
  connect(socket: number, address: Uint8Array, bytes: number): number
  flock(file: number, operation: number): number
  mkfifo(path: string, mode: number): number
  poll(polled: Int32Array, count: bigint, ms: number): number
  prctl(option: number, a: bigint, b: bigint, c: bigint, d: bigint): number
  sched_setaffinity(thread: number, bytes: bigint, mask: BigUint64Array): number
  sched_setscheduler(thread: number, policy: number, parameters: Int32Array): number
  socket(domain: number, type: number, protocol: number): number
}

/** Parameter types for `node:ffi`. All functions return an `int`. */
const ARGUMENTS: Readonly<Record<keyof CFunctions, readonly string[]>> = {
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
}

interface Library {
  getFunction(name: string, signature: { arguments: readonly string[]; return: 'i32' }): unknown
}

let library: Library | null | undefined

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

function functionOf(from: Library, name: keyof CFunctions): unknown {
  return orNull(() => from.getFunction(name, { arguments: ARGUMENTS[name], return: 'i32' }))
}

function loadLibrary(): Library | null {
  const { emitWarning } = process
  try {
    // The user need not read that it is experimental.
    process.emitWarning = () => {}
    // Not every Node has the module, and its types lack it: hence no import.
    return createRequire(import.meta.url)('node:ffi').dlopen(null).lib
  } catch {
    return null
  } finally {
    process.emitWarning = emitWarning
  }
}
