import type { Dialect } from '../dialect.ts'

/** A class of that name at the top, or given to the global object. */
const CLASS = /^\s*class\s+Benchmark\b|\bBenchmark\s*=\s*class\b/m
const ITERATION = /\brunIteration\s*\(/
const DRIVER = /\bJetStream\s*\.\s*\w+|\btop\s*\.\s*currentResolve\b/

export const jetstream: Dialect = {
  name: 'jetstream',
  title: 'JetStream',
  isUsedBy: ({ imports, exports, text }) =>
    imports.length === 0 && exports.length === 0 && CLASS.test(text) && ITERATION.test(text),
  unsupported({ text }) {
    return DRIVER.test(text) ? "it needs JetStream's driver, which loads more files for it" : null
  },
  shims: [],
  asks: new URL('shim.ts', import.meta.url),
  exposes: ['Benchmark'],
}
