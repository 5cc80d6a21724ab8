import type { Dialect } from '../dialect.ts'

export const nodeBench: Dialect = {
  name: 'node-bench',
  title: 'node:bench',
  isUsedBy: ({ imports }) => imports.includes('node:bench'),
  shims: [
    { imports: /^node:bench$/, module: new URL('shim.ts', import.meta.url) },
    { imports: /^node:bench\/reporters$/, module: new URL('reporters.ts', import.meta.url) },
  ],
}
