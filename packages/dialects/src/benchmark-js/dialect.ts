import type { Dialect } from '../dialect.ts'

export const benchmarkJs: Dialect = {
  name: 'benchmark-js',
  title: 'benchmark.js',
  isUsedBy: ({ imports }) => imports.includes('benchmark'),
  shims: [{ imports: /^benchmark$/, module: new URL('shim.ts', import.meta.url) }],
}
