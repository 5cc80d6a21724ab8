import { createRequire } from 'node:module'

/** What `node:ffi` is told of a function of the C library. */
export interface Signature {
  readonly arguments: readonly string[]
  readonly return: string
}

/** Returns a function of the C library; null where `node:ffi` or the function is missing. */
export function cFunction<Function extends (...args: never[]) => number>(
  name: string,
  signature: Signature,
): Function | null {
  try {
    // Not in every Node, and not in its types: hence no import.
    const ffi = createRequire(import.meta.url)('node:ffi')
    return ffi.dlopen(null, { [name]: signature }).functions[name]
  } catch {
    return null
  }
}
