import type { Dialect } from '../dialect.ts'

export const vitest: Dialect = {
  name: 'vitest',
  title: 'vitest bench',
  isUsedBy: ({ imports, text }) => imports.includes('vitest') && /\bbench\b/.test(text),
  shims: [{ imports: /^vitest$/, module: new URL('shim.ts', import.meta.url) }],
}
