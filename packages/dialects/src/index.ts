export type { Shim, ShimmedGlobal } from './dialect.ts'
export { DialectError, dialects, isBenchmark, type Recognised, recognise } from './recognise.ts'

/** The module that makes a suite of a file. */
export const ADOPT: URL = new URL('runtime/adopt.ts', import.meta.url)
