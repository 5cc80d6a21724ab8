import type { Dialect } from '../dialect.ts'

export const tinybench: Dialect = {
  name: 'tinybench',
  title: 'tinybench',
  isUsedBy: ({ imports }) => imports.includes('tinybench'),
  shims: [{ imports: /^tinybench$/, module: new URL('shim.ts', import.meta.url) }],
}
